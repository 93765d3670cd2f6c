import type { FastifyInstance } from 'fastify';
import { readWaiting } from '../../../contract/email.ts';
import {
  exportProductStats as exportProducts,
  exportDashboardStats as exportStats,
  listBestProducts,
  readDashboardStats,
} from '../../../contract/reports.ts';
import * as setup from '../../../contract/setup.ts';
import * as taxReport from '../../../contract/tax-report.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { countWaiting } from './dashboard-stats.repository.ts';
import { exportDashboardStats, exportProductStats, loadBestProducts, loadDashboardStats } from './dashboard-stats.service.ts';
import { dismissSetup, readSetup, updateSetup } from './setup-steps.service.ts';
import { exportCompanySales, exportTaxEntries, exportTaxReport, loadTaxReport } from './tax-report.service.ts';

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, readDashboardStats, async ({ query }) => ({ success: true, figures: await loadDashboardStats(deps, query) }));

  route(app, exportStats, ({ query }) => exportDashboardStats(deps, query));

  route(app, listBestProducts, async ({ query }) => ({ success: true, ...(await loadBestProducts(deps, query)) }));

  route(app, exportProducts, ({ query }) => exportProductStats(deps, query));

  route(app, taxReport.readTaxReport, async ({ query }) => ({ success: true, ...(await loadTaxReport(deps, query)) }));

  route(app, taxReport.exportTaxReport, async ({ query }) => exportTaxReport(deps, query));

  route(app, taxReport.exportCompanySales, async ({ query }) => exportCompanySales(deps, query));

  route(app, taxReport.exportTaxEntries, async ({ query }) => exportTaxEntries(deps, query));

  route(app, setup.readSetup, async () => ({ success: true, setup: await readSetup(deps) }));

  route(app, setup.updateSetup, async ({ body }) => ({ success: true, setup: await updateSetup(deps, body) }));

  route(app, setup.dismissSetup, async () => {
    await dismissSetup(deps);
    return { success: true, message: 'The list is hidden' };
  });

  route(app, readWaiting, async ({ caller }) => ({
    success: true,
    waiting: await countWaiting(deps.db, (await readShopDetails(deps.db)).lowStockThreshold),
    // Only team members get here.
    role: caller.teamRole ?? 'read-only',
    secondFactorDueAt: caller.secondFactorDueAt?.toISOString() ?? null,
  }));
}
