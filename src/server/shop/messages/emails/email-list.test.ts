import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/smtp-server.ts';
import { listEmails } from '../../../../contract/email.ts';
import { sendQueuedEmails } from './email.service.ts';
import type { EmailMessage } from './email-message.ts';
import { createSmtpMailer } from './mailer.ts';
import { queueEmail } from './outbox.ts';

const shop = await openShop();

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const queue = (email: EmailMessage) => shop.deps.db.transaction((tx) => queueEmail(tx, email, shop.deps.now()));
const send = () =>
  sendQueuedEmails(
    { ...shop.deps, mailer: createSmtpMailer(server.url, { name: 'Shop', address: 'hello@shop.example' }) },
    { log: SILENT_LOG },
  );

test('[LETTER-6] admins see the emails, newest first and paged, each with its status', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (const name of ['sent', 'refused', 'waiting']) {
    await queue(makeEmail(`${name}@example.com`));
    shop.advanceClock(1000);
  }
  server.beforeAccept = async (raw) => {
    if (raw.includes('To: refused')) throw new Error('No');
  };
  await send();
  const { status, body } = await shop.call(listEmails, { token, query: { limit: 2 } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 3,
    page: 1,
    limit: 2,
    mails: [{ recipient: 'waiting@example.com' }, { recipient: 'refused@example.com', state: 'waiting', tries: 1 }],
  });
  const rest = (await shop.call(listEmails, { token, query: { page: 2, limit: 2 } })).body.mails;
  expect(rest).toMatchObject([{ recipient: 'sent@example.com', state: 'sent', fault: null }]);
  expect(JSON.stringify(body)).not.toContain('<');
});

test('[LETTER-6] nobody else sees them', async () => {
  const { token } = await shop.signUp();
  expect((await shop.call(listEmails)).status).toBe(401);
  expect((await shop.call(listEmails, { token })).status).toBe(403);
});
