/** The scheduled jobs. Each may run twice, and in several processes at once. */

import { DAY, HOUR, SECOND } from '../../contract/time.ts';
import { hasUnsealedEntries } from '../audit/audit-chain.repository.ts';
import { sealAuditLog } from '../audit/seal-audit-log.service.ts';
import { cleanUpSessions } from '../auth/auth.service.ts';
import { runDueBackup } from '../backup/scheduled-backup.ts';
import { cleanUpBulkEdits } from '../catalog/admin/bulk-edit.service.ts';
import { finishBulkEdits } from '../catalog/admin/run-bulk-edit.ts';
import { checkImports } from '../catalog/product-import/check-imports.ts';
import { hasImportToCheck, hasImportToRun } from '../catalog/product-import/product-import.repository.ts';
import { runImports } from '../catalog/product-import/run-imports.ts';
import { analyzeCatalog } from '../catalog/search/analyze-catalog.repository.ts';
import type { Deps } from '../deps.ts';
import { sendQueuedEmails } from '../email/email.service.ts';
import type { Mailer } from '../email/mailer.ts';
import { cleanUpImages } from '../images/cleanup.ts';
import type { Logger } from '../logger.ts';
import { expireOrders, reconcileOrders, reconcileProcessing } from '../order/expire-orders.service.ts';
import { retryRefunds } from '../order/refund.service.ts';
import type { Config } from '../platform/settings/config.ts';
import { applyRetention } from '../privacy/retention.service.ts';
import { queueDailySummary } from '../reports/daily-summary.service.ts';
import { deliverWebhooks } from '../webhook/deliver-webhooks.ts';
import { hasWork } from '../webhook/delivery.repository.ts';
import { cleanUpWebhooks } from '../webhook/delivery.service.ts';

export interface Job {
  name: string;
  /** Five fields, from minutes to weekdays: https://en.wikipedia.org/wiki/Cron */
  cron: string;
  /** How long a run may take before it counts as failed and another one begins; 5 minutes by default. */
  timeoutSeconds?: number;
  /** The signal is aborted when the process stops: then start no more work. */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Called every few seconds; returns true if the job should run before its schedule. Must be a single cheap statement. */
  isDue?: () => Promise<boolean>;
}

export const SEND_EMAILS = 'send-emails';

export function listJobs(deps: Deps, mailer: Mailer, log: Logger, { backup, timeLimits }: Pick<Config, 'backup' | 'timeLimits'>): Job[] {
  return [
    { name: 'expire-orders', cron: '* * * * *', run: (signal) => expireOrders(deps, log, { signal }) },
    { name: 'reconcile-payments', cron: '*/2 * * * *', run: (signal) => reconcileOrders(deps, log, { signal }) },
    { name: 'reconcile-late-payments', cron: '57 * * * *', run: (signal) => reconcileProcessing(deps, log, { signal }) },
    { name: 'retry-refunds', cron: '*/2 * * * *', run: (signal) => retryRefunds(deps, log, signal) },
    { name: SEND_EMAILS, cron: '* * * * *', run: (signal) => sendQueuedEmails({ ...deps, mailer }, { log, signal }) },
    {
      name: 'deliver-webhooks',
      cron: '* * * * *',
      run: (signal) => deliverWebhooks(deps, { log, signal, timeout: timeLimits.webhook }),
      isDue: () => hasWork(deps.db, deps.now()),
    },
    { name: 'redeliver-events', cron: '* * * * *', run: async (signal) => deps.payment?.redeliver?.(signal) },
    { name: 'seal-audit-log', cron: '* * * * *', run: (signal) => sealAuditLog(deps.db, signal), isDue: () => hasUnsealedEntries(deps.db) },
    // Time zones may differ by a quarter of an hour, so seven o'clock in the shop may be at any of them.
    { name: 'daily-summary', cron: '*/15 * * * *', run: () => queueDailySummary(deps) },
    { name: 'finish-bulk-edits', cron: '* * * * *', run: (signal) => finishBulkEdits(deps, signal) },
    {
      name: 'check-imports',
      cron: '* * * * *',
      timeoutSeconds: HOUR / SECOND,
      run: (signal) => checkImports(deps, signal),
      isDue: () => hasImportToCheck(deps.db, deps.now()),
    },
    {
      name: 'run-imports',
      cron: '* * * * *',
      timeoutSeconds: DAY / SECOND,
      run: (signal) => runImports(deps, signal),
      isDue: () => hasImportToRun(deps.db, deps.now()),
    },
    { name: 'cleanup-bulk-edits', cron: '17 * * * *', run: (signal) => cleanUpBulkEdits(deps, signal) },
    { name: 'analyze-catalog', cron: '*/10 * * * *', run: () => analyzeCatalog(deps.db) },
    { name: 'cleanup-sessions', cron: '7 * * * *', run: () => cleanUpSessions(deps.db, deps.now()) },
    { name: 'cleanup-webhooks', cron: '47 * * * *', run: (signal) => cleanUpWebhooks(deps, signal) },
    { name: 'apply-retention', cron: '27 3 * * *', run: (signal) => applyRetention(deps, signal) },
    { name: 'cleanup-images', cron: '37 * * * *', run: () => cleanUpImages(deps.db, deps.images, deps.now()) },
    ...(backup.to === null
      ? []
      : [
          {
            name: 'back-up',
            cron: '* * * * *',
            timeoutSeconds: (6 * HOUR) / SECOND,
            run: (signal: AbortSignal) => runDueBackup(deps, backup, { log, signal }),
          },
        ]),
  ];
}
