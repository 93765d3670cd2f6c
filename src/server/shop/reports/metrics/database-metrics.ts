/** Metrics that are read from the database, and those of its connections. */
import type { Meter, ObservableResult } from '@opentelemetry/api';
import { SECOND } from '../../../../contract/values.ts';
import type { PoolState } from '../../../platform/database/connect.ts';
import type { DatabaseState, DatabaseStateReader } from './database-state.ts';
import type { WaitingRows } from './metrics.repository.ts';

export function addPoolMetrics(meter: Meter, pool: PoolState | undefined): void {
  if (!pool) return;
  const connections = meter.createObservableGauge('storefront_database_connections', {
    description: 'Connections of this process for requests, in use and idle.',
  });
  connections.addCallback((result) => {
    result.observe(pool.totalCount - pool.idleCount, { state: 'used' });
    result.observe(pool.idleCount, { state: 'idle' });
  });
  const waiting = meter.createObservableGauge('storefront_database_waiting', { description: 'Statements that wait for a connection.' });
  waiting.addCallback((result) => result.observe(pool.waitingCount));
}

const observeOldest = (result: ObservableResult, rows: WaitingRows | undefined) => rows && result.observe(rows.oldestSeconds ?? 0);
const observeCount = (result: ObservableResult, rows: WaitingRows | undefined) => rows && result.observe(rows.count);

export function addShopMetrics(meter: Meter, reader: DatabaseStateReader): void {
  const addGauge = (name: string, description: string, observe: (result: ObservableResult, state: Partial<DatabaseState>) => void) =>
    meter.createObservableGauge(name, { description }).addCallback(async (result) => observe(result, await reader.read()));
  addGauge('storefront_emails_waiting', 'Emails that are to be sent, up to 10,000.', (result, { emails }) => observeCount(result, emails));
  addGauge('storefront_emails_oldest_seconds', 'Age of the oldest email that is to be sent; 0: there is none.', (result, { emails }) =>
    observeOldest(result, emails),
  );
  addGauge(
    'storefront_emails_failed',
    'Emails that stay unsent until somebody sends them again, up to 10,000.',
    (result, { failedEmails }) => observeCount(result, failedEmails),
  );
  addGauge(
    'storefront_webhooks_failed',
    'Webhooks given up until somebody sends them again, up to 10,000.',
    (result, { failedDeliveries }) => observeCount(result, failedDeliveries),
  );
  addGauge('storefront_orders_on_hold', 'Paid orders that a person must look at, up to 10,000.', (result, { ordersOnHold }) =>
    observeCount(result, ordersOnHold),
  );
  addGauge('storefront_orders_on_hold_oldest_seconds', 'Age of the oldest of them; 0: there is none.', (result, { ordersOnHold }) =>
    observeOldest(result, ordersOnHold),
  );
  addGauge('storefront_webhooks_waiting', 'Events that a program is still to be told of, up to 10,000.', (result, { deliveries }) =>
    observeCount(result, deliveries),
  );
  addGauge('storefront_webhooks_oldest_seconds', 'Age of the oldest of them; 0: there is none.', (result, { deliveries }) =>
    observeOldest(result, deliveries),
  );
  addGauge('storefront_audit_unsealed', "Rows of the audit log that aren't chained yet, up to 10,000.", (result, { unsealed }) =>
    observeCount(result, unsealed),
  );
  addGauge('storefront_audit_unsealed_oldest_seconds', 'Age of the oldest of them; 0: there is none.', (result, { unsealed }) =>
    observeOldest(result, unsealed),
  );
  addGauge('storefront_job_waiting_seconds', 'How long a due run of the job has been waiting; 0: none is due.', (result, { jobs = [] }) => {
    for (const { job, waitingSeconds } of jobs) result.observe(waitingSeconds ?? 0, { job });
  });
  addGauge('storefront_job_succeeded_seconds', 'Since the job ended well, if within the last hour.', (result, { jobs = [] }) => {
    for (const { job, succeededSecondsAgo } of jobs) if (succeededSecondsAgo !== null) result.observe(succeededSecondsAgo, { job });
  });
  addGauge(
    'storefront_stock_mismatched_products',
    "Products whose stock isn't the sum of the ledger; a piece is checked at a time.",
    (result, { ledger }) => ledger && result.observe(ledger.mismatched),
  );
  addGauge(
    'storefront_backup_last_success_timestamp_seconds',
    'When the last good backup was begun; 0: there is none yet.',
    (result, { backup }) => backup && result.observe(backup.goodAt / SECOND),
  );
  addGauge('storefront_backup_size_bytes', 'Of the last good backup.', (result, { backup }) => backup && result.observe(backup.bytes));
  addGauge(
    'storefront_backup_failures',
    'Backups that failed since the last good one.',
    (result, { backup }) => backup && result.observe(backup.failures),
  );
  addGauge(
    'storefront_backup_interval_seconds',
    'How often one is to be made.',
    (result, { backup }) => backup && result.observe(backup.every / SECOND),
  );
  meter
    .createObservableCounter('storefront_stock_checked_products', { description: 'Products that were compared with the ledger.' })
    .addCallback(async (result) => {
      const { ledger } = await reader.read();
      if (ledger) result.observe(ledger.checked);
    });
  meter
    .createObservableCounter('storefront_database_questions_failed', {
      description: 'Questions for these metrics that the database left open.',
    })
    .addCallback(async (result) => {
      await reader.read();
      result.observe(reader.failures);
    });
}
