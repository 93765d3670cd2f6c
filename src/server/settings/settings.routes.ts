import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/settings.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readSettings, updateSettings } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readSettings, async () => ({ success: true, settings: await readSettings(deps) }));

  route(app, contract.updateSettings, async ({ body }) => {
    const settings = await updateSettings(deps, body);
    return { success: true, message: 'The settings are saved', settings };
  });
}
