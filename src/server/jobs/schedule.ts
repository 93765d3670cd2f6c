/** What is to be done now and then, and how often. Each may run twice, and in several processes at once. */
import { cleanUpSessions } from '../auth/auth.service.ts';
import type { Deps } from '../deps.ts';
import { sendQueuedEmails } from '../email/email.service.ts';
import type { Mailer } from '../email/mailer.ts';
import { cleanUpImages } from '../images/cleanup.ts';
import { expireOrders, reconcileOrders } from '../order/expire-orders.service.ts';
import { retryRefunds } from '../order/refund.service.ts';

export interface Logger {
  error: (details: object, message: string) => void;
}

export interface Job {
  name: string;
  /** Minutes, hours …: https://en.wikipedia.org/wiki/Cron; a minute is the finest. */
  cron: string;
  /** The signal says that the process is about to stop: begin nothing more. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

export const SEND_EMAILS = 'send-mails';

export function listJobs(deps: Deps, mailer: Mailer, log: Logger): Job[] {
  return [
    { name: 'expire-orders', cron: '* * * * *', run: () => expireOrders(deps, log) },
    { name: 'reconcile-payments', cron: '*/2 * * * *', run: () => reconcileOrders(deps, log) },
    { name: 'retry-refunds', cron: '*/2 * * * *', run: () => retryRefunds(deps, log) },
    { name: SEND_EMAILS, cron: '* * * * *', run: (signal) => sendQueuedEmails({ ...deps, mailer }, { log, signal }) },
    { name: 'redeliver-events', cron: '* * * * *', run: async () => deps.payment?.redeliver?.() },
    { name: 'sweep-sessions', cron: '7 * * * *', run: () => cleanUpSessions(deps.db, deps.now()) },
    { name: 'sweep-pictures', cron: '37 * * * *', run: () => cleanUpImages(deps.db, deps.uploadsDir, deps.now()) },
  ];
}
