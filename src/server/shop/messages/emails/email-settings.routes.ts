/** The settings of emails: sender, wording, and test email. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/email-settings.ts';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { listEmailWords, previewEmail, readEmailSender, updateEmailSender, updateEmailWords } from './email-settings.service.ts';
import { readEmail } from './read-email.ts';
import { ORDER_EMAIL_KINDS } from './templates/default-words.ts';
import type { ExampleOrder } from './templates/example-email.ts';
import { queueTestEmail } from './test-email.service.ts';

/** `findNewestOrder`: the order that previews are about, since orders are further up. */
export function emailSettingsRoutes(app: FastifyInstance, deps: Deps, findNewestOrder: () => Promise<ExampleOrder | null>): void {
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

  route(app, contract.previewEmail, async ({ params: { kind }, body, request }) => {
    const order = ORDER_EMAIL_KINDS.has(kind) ? await findNewestOrder() : null;
    const { subject, text, html } = await previewEmail({ db: deps.db, publicUrl: getPublicOrigin(deps, request), order }, kind, body);
    return { success: true, subject, text, html, ...(order && { order: order.number }) };
  });

  route(app, contract.sendTestEmail, async ({ caller }) => {
    const email = await readEmail(deps.db, await queueTestEmail(deps, caller.email));
    const message = isDelivered()
      ? 'The test email waits to be sent'
      : 'There is no mail server: the test email is saved to a file, not delivered';
    return { success: true, message, email };
  });
}
