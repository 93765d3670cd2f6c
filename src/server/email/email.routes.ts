/** The list of emails in the admin area. */
import type { FastifyInstance } from 'fastify';
import { listEmails } from '../../contract/email.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as repository from './email.repository.ts';

const EMAILS_PER_PAGE = 20;

export function emailRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listEmails, async ({ query }) => {
    const { page = 1, limit = EMAILS_PER_PAGE } = query;
    const [emails, total] = await Promise.all([repository.listEmails(deps.db, page, limit), repository.countEmails(deps.db)]);
    return { success: true, mails: emails, total, page, limit };
  });
}
