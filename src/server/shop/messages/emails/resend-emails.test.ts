/** Failed emails that the team sends again: one, or all. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/smtp-server.ts';
import { listEmails, readEmail, resendEmail, resendFailedEmails } from '../../../../contract/email.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { emails, LINK_ENDED, MAX_ATTEMPTS } from '../../database/schema/messages.ts';
import { sendQueuedEmails } from './email.service.ts';
import type { EmailMessage } from './email-message.ts';
import { createSmtpMailer, type Mailer } from './mailer.ts';
import { onEmailQueued, queueEmail } from './outbox.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const { db } = shop.deps;
const LINK = `https://shop.example/reset-password#${'x'.repeat(43)}`;

let server: MailServer;
let token: string;
beforeEach(async () => {
  server = await startMailServer();
  ({ token } = await shop.signUp({ teamRole: 'staff' }));
});
afterEach(() => server.close());

const send = () =>
  sendQueuedEmails(
    { ...shop.deps, mailer: createSmtpMailer(server.url, { name: 'Shop', address: 'hello@shop.example' }) },
    { log: SILENT_LOG },
  );
const resend = (id: string, as = token) => shop.call(resendEmail, { token: as, params: { id } });
const resendAll = (as = token) => shop.call(resendFailedEmails, { token: as });

/** As an outage of a day leaves it. */
async function queueFailed(name: string, overrides: Partial<EmailMessage> = {}): Promise<string> {
  const email = makeEmail(`${name}@example.com`, overrides);
  const id = await db.transaction((tx) => queueEmail(tx, email, shop.deps.now()));
  await db.update(emails).set({ attempts: MAX_ATTEMPTS, lastError: 'Failed after 10 attempts: away' }).where(eq(emails.id, id));
  return id;
}
const withLink = (until: number) => ({ text: `Reset: ${LINK}`, linkUntil: new Date(shop.deps.now().getTime() + until) });

test('[LETTER-17] staff can send a failed email again, immediately and once, also if two ask at the same time; the log says who', async () => {
  const id = await queueFailed('ada');
  await queueFailed('bob');
  let announced = 0;
  const stop = onEmailQueued(() => (announced += 1));
  const both = await Promise.all([resend(id), resend(id)]);
  stop();
  expect(both.map(({ status, body }) => [status, body.email.state, body.email.tries])).toEqual([200, 200].map((it) => [it, 'waiting', 0]));
  expect(announced).toBe(1);
  expect(await send()).toBe(1);
  expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'email_not_failed' } });
  expect(await db.select().from(auditLog).where(eq(auditLog.objectType, 'email'))).toMatchObject([
    { kind: 'change', action: 'sent_again', actorKind: 'admin', objectId: id },
  ]);
});

test('[LETTER-17] all failed emails can be sent again, each once, also if two ask at the same time', async () => {
  for (const name of ['ada', 'bob', 'eve']) await queueFailed(name);
  const both = await Promise.all([resendAll(), resendAll()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.reduce((sum, { body }) => sum + body.queued, 0)).toBe(3);
  await Promise.all([send(), send()]);
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(['ada@example.com', 'bob@example.com', 'eve@example.com']);
  expect((await resendAll()).body.queued).toBe(0);
});

test('[LETTER-17] an email whose last attempt is running isn’t sent a second time; after it failed, or its sender died, it can be', async () => {
  const id = await queueFailed('ada');
  await db.update(emails).set({ attempts: MAX_ATTEMPTS - 1, lastError: 'away' });
  let fail = (_error: Error): void => undefined;
  const hanging: Mailer = { send: () => new Promise((_resolve, reject) => (fail = reject)) };
  const sending = sendQueuedEmails({ ...shop.deps, mailer: hanging }, { log: SILENT_LOG });
  await expect.poll(async () => (await db.select().from(emails))[0]?.attempts).toBe(MAX_ATTEMPTS);
  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'email_not_failed' } });
  expect((await resendAll()).body.queued).toBe(0);
  const claimed = await db.select().from(emails);
  fail(new Error('still away'));
  await sending;
  expect((await resend(id)).status).toBe(200);

  await db.delete(emails);
  await db.insert(emails).values(claimed);
  shop.advanceClock(2 * MINUTE);
  expect((await resendAll()).body.queued).toBe(1);
});

test('[LETTER-17] an email with an expired link isn’t sent again, and says so; one with a valid link is', async () => {
  const ended = await queueFailed('ada', withLink(HOUR));
  const open = await queueFailed('bob', withLink(2 * DAY));
  shop.advanceClock(DAY);
  ({ token } = await shop.signUp({ teamRole: 'staff' }));
  expect(await resend(ended)).toMatchObject({ status: 409, body: { code: 'email_link_ended' } });
  expect((await shop.call(readEmail, { token, params: { id: ended } })).body.email).toMatchObject({
    state: 'failed',
    fault: LINK_ENDED,
    isLinkEnded: true,
  });
  expect(await resend(ended)).toMatchObject({ status: 409, body: { code: 'email_link_ended' } });
  expect((await resendAll()).body.queued).toBe(1);
  await send();
  expect(server.received.map(({ to, parts }) => [to[0], parts.get('text/plain')?.includes(LINK)])).toEqual([['bob@example.com', true]]);
  expect((await shop.call(readEmail, { token, params: { id: open } })).body.email).toMatchObject({ state: 'sent' });
  expect((await shop.call(listEmails, { token, query: { state: 'failed' } })).body.mails).toMatchObject([{ _id: ended }]);
});

test('[LETTER-17] read-only members and customers are refused, and an unknown email isn’t found', async () => {
  const id = await queueFailed('ada');
  const readOnly = (await shop.signUp({ teamRole: 'read-only' })).token;
  const customer = (await shop.signUp()).token;
  const refused = [await resend(id, readOnly), await resendAll(readOnly), await resend(id, customer), await resendAll(customer)];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await resend(randomUUID())).status).toBe(404);
  expect((await resend('all')).status).toBe(404);
  expect(await send()).toBe(0);
});
