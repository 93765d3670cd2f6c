/** The list of emails in the admin area. */
import type { FastifyInstance } from 'fastify';
import { listEmails } from '../../contract/email.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import * as repository from './email.repository.ts';

export function emailRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listEmails, async ({ query }) => {
    const { emails: mails, ...found } = await repository.listEmails(deps.db, query);
    return { success: true, mails, ...found };
  });
}
