/** The settings of emails: sender, wording, and test email. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/email-settings.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listEmailWords, previewEmail, readEmailSender, updateEmailSender, updateEmailWords } from './email-settings.service.ts';
import { readEmail } from './read-email.ts';
import { queueTestEmail } from './test-email.service.ts';

export function emailSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  const isDelivered = () => !deps.setupWarnings.includes('emails_to_files');
  const readDelivery = () => ({ from: deps.mailFrom, isDelivered: isDelivered() });

  route(app, contract.readEmailSender, async () => ({ success: true, ...(await readEmailSender(deps.db)), ...readDelivery() }));

  route(app, contract.updateEmailSender, async ({ body: { version, ...sender } }) => {
    const saved = await updateEmailSender(deps.db, sender, version);
    return { success: true, message: 'The sender is saved', ...saved, ...readDelivery() };
  });

  route(app, contract.listEmailWords, async () => ({ success: true, emails: await listEmailWords(deps.db) }));

  route(app, contract.updateEmailWords, async ({ params, body: { version, ...words } }) => {
    const email = await updateEmailWords(deps.db, params.kind, words, version);
    return { success: true, message: 'The words are saved', email };
  });

  route(app, contract.previewEmail, async ({ params, body }) => {
    const { subject, text, html } = await previewEmail(deps, params.kind, body);
    return { success: true, subject, text, html };
  });

  route(app, contract.sendTestEmail, async ({ caller }) => {
    const email = await readEmail(deps.db, await queueTestEmail(deps, caller.email));
    const message = isDelivered()
      ? 'The test email waits to be sent'
      : 'There is no mail server: the test email is saved to a file, not delivered';
    return { success: true, message, email };
  });
}
