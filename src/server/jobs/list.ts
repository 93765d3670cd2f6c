/** What is to be done now and then, and how often. Each may run twice, and in several processes at once. */
import { sweepSessions } from '../account/account.service.ts';
import type { Deps } from '../deps.ts';
import { sweepImages } from '../images/sweep.ts';
import { sendMails } from '../mail/mail.service.ts';
import type { Mailer } from '../mail/mailer.ts';
import { reconcileOrders, sweepOrders } from '../order/overdue.service.ts';
import { retryRefunds } from '../order/refund.service.ts';

export interface Log {
  error: (details: object, message: string) => void;
}

export interface Job {
  name: string;
  /** Minutes, hours …: https://en.wikipedia.org/wiki/Cron; a minute is the finest. */
  cron: string;
  /** The signal says that the process is about to stop: begin nothing more. */
  work: (signal: AbortSignal) => Promise<unknown>;
}

export const SEND_MAILS = 'send-mails';

export function listJobs(deps: Deps, mailer: Mailer, log: Log): Job[] {
  return [
    { name: 'expire-orders', cron: '* * * * *', work: () => sweepOrders(deps, log) },
    { name: 'reconcile-payments', cron: '*/2 * * * *', work: () => reconcileOrders(deps, log) },
    { name: 'retry-refunds', cron: '*/2 * * * *', work: () => retryRefunds(deps, log) },
    { name: SEND_MAILS, cron: '* * * * *', work: (signal) => sendMails({ ...deps, mailer }, { log, signal }) },
    { name: 'redeliver-events', cron: '* * * * *', work: async () => deps.payment?.redeliver?.() },
    { name: 'sweep-sessions', cron: '7 * * * *', work: () => sweepSessions(deps.db, deps.now()) },
    { name: 'sweep-pictures', cron: '37 * * * *', work: () => sweepImages(deps.db, deps.uploadsDir, deps.now()) },
  ];
}
