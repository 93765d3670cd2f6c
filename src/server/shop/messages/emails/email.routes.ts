/** The list of emails in the admin area. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/email.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listEmails } from './email.repository.ts';
import { readEmail } from './read-email.ts';
import { resendEmail, resendFailedEmails } from './resend-emails.service.ts';

export function emailRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listEmails, async ({ query }) => {
    const { emails: mails, ...found } = await listEmails(deps.db, query);
    return { success: true, mails, ...found };
  });

  route(app, contract.readEmail, async ({ params }) => ({ success: true, email: await readEmail(deps.db, params.id) }));

  route(app, contract.resendEmail, async ({ params }) => ({
    success: true,
    message: 'It is sent again',
    email: await resendEmail(deps, params.id),
  }));

  route(app, contract.resendFailedEmails, async () => ({
    success: true,
    message: 'They are sent again',
    queued: await resendFailedEmails(deps),
  }));
}
