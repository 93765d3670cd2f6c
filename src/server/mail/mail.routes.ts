/** The shop's letters, for admins to see. */
import type { FastifyInstance } from 'fastify';
import { listEmails } from '../../contract/report.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { countMails, listMails as list } from './mail.repository.ts';

const MAILS_A_PAGE = 20;

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEmails, async ({ query }) => {
    const { page = 1, limit = MAILS_A_PAGE } = query;
    const [mails, total] = await Promise.all([list(deps.db, page, limit), countMails(deps.db)]);
    return { success: true, mails, total, page, limit };
  });
}
