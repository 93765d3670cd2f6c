/** What a merchant sets, the words of the standing pages, and the figures. */
import type { FastifyInstance } from 'fastify';
import { readContentPage, updateContentPage } from '../../contract/content.ts';
import { readDashboardStats } from '../../contract/reports.ts';
import { readSettings, updateSettings } from '../../contract/settings.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as statistics from '../reports/dashboard-stats.service.ts';
import * as service from './settings.service.ts';

export function shopRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, readSettings, async () => ({ success: true, settings: await service.readSettings(deps) }));

  route(app, deps, updateSettings, async ({ body }) => {
    const settings = await service.changeSettings(deps, body);
    return { success: true, message: 'The settings are saved', settings };
  });

  route(app, deps, readContentPage, async ({ params }) => ({
    success: true,
    name: params.name,
    text: await service.readText(deps, params.name),
  }));

  route(app, deps, updateContentPage, async ({ params, body }) => {
    const text = await service.changeText(deps, params.name, body.text);
    return { success: true, message: 'The text is saved', name: params.name, text };
  });

  route(app, deps, readDashboardStats, async () => ({ success: true, figures: await statistics.loadDashboardStats(deps) }));
}
