import type { FastifyInstance } from 'fastify';
import { readWaiting } from '../../contract/notifications.ts';
import { readDashboardStats } from '../../contract/reports.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { loadDashboardStats } from './dashboard-stats.service.ts';
import { countWaiting } from './waiting.repository.ts';

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, readDashboardStats, async () => ({ success: true, figures: await loadDashboardStats(deps) }));

  route(app, readWaiting, async ({ caller }) => ({
    success: true,
    waiting: await countWaiting(deps.db),
    // Only who works here gets in.
    role: caller.teamRole ?? 'read-only',
  }));
}
