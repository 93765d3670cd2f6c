import type { FastifyInstance } from 'fastify';
import { readDashboardStats } from '../../contract/reports.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { loadDashboardStats } from './dashboard-stats.service.ts';

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, readDashboardStats, async () => ({ success: true, figures: await loadDashboardStats(deps) }));
}
