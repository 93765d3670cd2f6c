/** The scheduled jobs. Each may run twice, and in several processes at once. */

import { DAY, HOUR, SECOND } from '../contract/values.ts';
import type { Deps } from './deps.ts';
import type { Job } from './platform/jobs/worker.ts';
import type { Logger } from './platform/log/logger.ts';
import type { Config } from './platform/settings/config.ts';
import { hasGiftCardsToSend } from './shop/balances/gift-card.repository.ts';
import { sendGiftCards } from './shop/balances/send-gift-cards.service.ts';
import { hasUntidyBrands } from './shop/catalog/brands/brand-products.repository.ts';
import { tidyBrands } from './shop/catalog/brands/tidy-brands.service.ts';
import { cleanUpBulkEdits } from './shop/catalog/bulk-edit/bulk-edit.service.ts';
import { finishBulkEdits } from './shop/catalog/bulk-edit/run-bulk-edit.ts';
import { hasFiles } from './shop/catalog/downloads/download.repository.ts';
import { cleanUpDownloads } from './shop/catalog/downloads/download.service.ts';
import { isAnyUntoldLow } from './shop/catalog/downloads/key-list.repository.ts';
import { checkImports } from './shop/catalog/import/runs/check-imports.ts';
import { hasImportToCheck, hasImportToRun } from './shop/catalog/import/runs/product-import.repository.ts';
import { runImports } from './shop/catalog/import/runs/run-imports.ts';
import { analyzeCatalog } from './shop/catalog/listing/product-list.repository.ts';
import { endPreorders } from './shop/catalog/products/end-preorders.service.ts';
import { hasDue } from './shop/catalog/products/product.repository.ts';
import { publishProducts } from './shop/catalog/products/product.service.ts';
import { cleanUpImages } from './shop/content/media/cleanup.ts';
import { checkUnanswered } from './shop/customers/companies/vat-check.service.ts';
import { applyRetention } from './shop/customers/privacy/privacy.service.ts';
import { onFeedsRequested, renewFeeds } from './shop/feeds/build-feeds.service.ts';
import { hasUntidy } from './shop/fields/field.repository.ts';
import { tidyFields } from './shop/fields/field.service.ts';
import { IMPORT_WORK } from './shop/imports/import-kinds.ts';
import { hasUnsealedEntries } from './shop/integrity/audit/audit.repository.ts';
import { sealAuditLog } from './shop/integrity/audit/audit.service.ts';
import { isBackupRequested } from './shop/integrity/backup/backup-state.repository.ts';
import { runDueBackup } from './shop/integrity/backup/scheduled-backup.ts';
import { checkLawDaily, isFollowed } from './shop/law/law.service.ts';
import { sendQueuedEmails } from './shop/messages/emails/email.service.ts';
import type { Mailer } from './shop/messages/emails/mailer.ts';
import { onEmailQueued } from './shop/messages/emails/outbox.ts';
import { deliverWebhooks } from './shop/messages/webhooks/deliver-webhooks.ts';
import { hasWork } from './shop/messages/webhooks/delivery.repository.ts';
import { cleanUpWebhooks } from './shop/messages/webhooks/delivery.service.ts';
import { expireOrders, reconcileOrders, reconcileProcessing } from './shop/orders/checkout/expire-orders.service.ts';
import { readEmailFiles } from './shop/orders/documents/email-files.ts';
import { tellLowKeys } from './shop/orders/downloads/low-keys.service.ts';
import { giveOwedKeys } from './shop/orders/downloads/order-downloads.service.ts';
import { remindUnpaid } from './shop/orders/payments/remind-unpaid.service.ts';
import { retryRefunds } from './shop/orders/refunds/refund.service.ts';
import { isAnyoneOwed } from './shop/orders/rows/order-downloads.repository.ts';
import { hasErasedCustomers } from './shop/payments/saved-cards/saved-cards.repository.ts';
import { deleteErasedCustomers } from './shop/payments/saved-cards/saved-cards.service.ts';
import { servesCompanies } from './shop/pricing/company-tax.service.ts';
import { queueDailySummary } from './shop/reports/daily-summary.service.ts';
import { hasDemoImagesToMake, makeDemoImages } from './shop/seed/demo-images.ts';
import { cleanUpSessions } from './shop/team/login/auth.service.ts';

export function listJobs(deps: Deps, mailer: Mailer, log: Logger, { timeLimits }: Pick<Config, 'timeLimits'>): Job[] {
  return [
    { name: 'expire-orders', cron: '* * * * *', run: (signal) => expireOrders(deps, log, { signal }) },
    { name: 'reconcile-payments', cron: '*/2 * * * *', run: (signal) => reconcileOrders(deps, log, { signal }) },
    { name: 'reconcile-late-payments', cron: '57 * * * *', run: (signal) => reconcileProcessing(deps, log, { signal }) },
    { name: 'retry-refunds', cron: '*/2 * * * *', run: (signal) => retryRefunds(deps, log, signal) },
    {
      name: 'send-emails',
      cron: '* * * * *',
      run: (signal) => sendQueuedEmails({ ...deps, mailer, readFiles: readEmailFiles }, { log, signal }),
      onWork: onEmailQueued,
    },
    {
      name: 'deliver-webhooks',
      cron: '* * * * *',
      run: (signal) => deliverWebhooks(deps, { log, signal, timeout: timeLimits.webhook }),
      isDue: () => hasWork(deps.db, deps.now()),
    },
    { name: 'redeliver-events', cron: '* * * * *', run: async (signal) => (deps.connections.demo ?? deps.payment)?.redeliver?.(signal) },
    { name: 'seal-audit-log', cron: '* * * * *', run: (signal) => sealAuditLog(deps.db, signal), isDue: () => hasUnsealedEntries(deps.db) },
    { name: 'tidy-fields', cron: '* * * * *', run: (signal) => tidyFields(deps, signal), isDue: () => hasUntidy(deps.db) },
    { name: 'tidy-brands', cron: '* * * * *', run: (signal) => tidyBrands(deps, signal), isDue: () => hasUntidyBrands(deps.db) },
    { name: 'publish-products', cron: '* * * * *', run: (signal) => publishProducts(deps.db, signal), isDue: () => hasDue(deps.db) },
    // Time zones may differ by a quarter of an hour, so seven o'clock in the shop may be at any of them.
    { name: 'daily-summary', cron: '*/15 * * * *', run: () => queueDailySummary(deps) },
    // By their calendar, as above.
    { name: 'end-preorders', cron: '*/15 * * * *', run: () => endPreorders(deps) },
    { name: 'finish-bulk-edits', cron: '* * * * *', run: (signal) => finishBulkEdits(deps, signal) },
    {
      name: 'check-imports',
      cron: '* * * * *',
      timeoutSeconds: HOUR / SECOND,
      run: (signal) => checkImports(deps, IMPORT_WORK, signal),
      isDue: () => hasImportToCheck(deps.db, deps.now()),
    },
    {
      name: 'run-imports',
      cron: '* * * * *',
      timeoutSeconds: DAY / SECOND,
      run: (signal) => runImports(deps, IMPORT_WORK, signal),
      isDue: () => hasImportToRun(deps.db, deps.now()),
    },
    {
      name: 'make-demo-images',
      cron: '*/10 * * * *',
      timeoutSeconds: HOUR / SECOND,
      run: (signal) => makeDemoImages(deps, { signal }),
      isDue: () => hasDemoImagesToMake(deps.db),
    },
    {
      name: 'renew-feeds',
      cron: '* * * * *',
      timeoutSeconds: HOUR / SECOND,
      run: (signal) => renewFeeds(deps, signal),
      onWork: onFeedsRequested,
    },
    { name: 'cleanup-bulk-edits', cron: '17 * * * *', run: (signal) => cleanUpBulkEdits(deps, signal) },
    { name: 'analyze-catalog', cron: '*/10 * * * *', run: () => analyzeCatalog(deps.db) },
    { name: 'remind-unpaid', cron: '11 * * * *', run: (signal) => remindUnpaid(deps, signal) },
    { name: 'check-vat-ids', cron: '23 * * * *', run: (signal) => checkUnanswered(deps, signal), isDue: () => servesCompanies(deps) },
    { name: 'cleanup-sessions', cron: '7 * * * *', run: () => cleanUpSessions(deps.db, deps.now()) },
    { name: 'cleanup-webhooks', cron: '47 * * * *', run: (signal) => cleanUpWebhooks(deps, signal) },
    { name: 'apply-retention', cron: '27 3 * * *', run: (signal) => applyRetention(deps, signal) },
    { name: 'give-owed-keys', cron: '* * * * *', run: (signal) => giveOwedKeys(deps, signal), isDue: () => isAnyoneOwed(deps.db) },
    {
      name: 'send-gift-cards',
      cron: '* * * * *',
      run: (signal) => sendGiftCards(deps, signal),
      isDue: () => hasGiftCardsToSend(deps.db, deps.now()),
    },
    { name: 'tell-low-keys', cron: '*/5 * * * *', run: () => tellLowKeys(deps), isDue: () => isAnyUntoldLow(deps.db) },
    { name: 'cleanup-downloads', cron: '41 * * * *', run: () => cleanUpDownloads(deps, deps.now()), isDue: () => hasFiles(deps.db) },
    {
      name: 'delete-payment-customers',
      cron: '*/5 * * * *',
      run: (signal) => deleteErasedCustomers(deps, signal),
      isDue: () => hasErasedCustomers(deps.db),
    },
    {
      name: 'check-law',
      cron: '43 4 * * *',
      timeoutSeconds: HOUR / SECOND,
      run: (signal) => checkLawDaily(deps, log, signal),
      isDue: () => isFollowed(deps.db),
    },
    { name: 'cleanup-images', cron: '37 * * * *', run: () => cleanUpImages(deps.db, deps.images, deps.now()) },
    {
      name: 'back-up',
      cron: '* * * * *',
      timeoutSeconds: (6 * HOUR) / SECOND,
      run: (signal) => runDueBackup(deps, { log, signal }),
      isDue: () => isBackupRequested(deps.db),
    },
  ];
}
