/** Who the shop's emails come from, their words, and the test email. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/smtp-server.ts';
import { readEmail } from '../../../../contract/email.ts';
import * as contract from '../../../../contract/email-settings.ts';
import { EMAIL_KINDS, EMAIL_SUBJECT_MAX_LENGTH, EMAIL_TEXT_MAX_LENGTH, TEST_EMAILS_PER_HOUR } from '../../../../contract/email-settings.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { HOUR } from '../../../../contract/values.ts';
import { findNewestOrder } from '../../orders/rows/admin-order.repository.ts';
import { seedDemo } from '../../seed/seed.ts';
import { saveSetting } from '../../settings/settings.repository.ts';
import { sendQueuedEmails } from './email.service.ts';
import { readEmailShop } from './email-settings.service.ts';
import { createSmtpMailer } from './mailer.ts';
import { renderResetPasswordEmail } from './templates/account-emails.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.test', mailFrom: { name: 'Owl', address: 'hello@shop.test' } }) });
const EMPTY = { subject: '', opening: '', closing: '' };

let server: MailServer;
let token: string;
beforeEach(async () => {
  server = await startMailServer();
  ({ token } = await shop.signUp({ teamRole: 'staff', email: 'staff@shop.test' }));
});
afterEach(() => server.close());

const send = (name = 'Owl') =>
  sendQueuedEmails({ ...shop.deps, mailer: createSmtpMailer(server.url, { name, address: 'hello@shop.test' }) }, { log: SILENT_LOG });

/** Of strings alone are its fields, so that a test can send what the types forbid. */
const saveWords = (kind: contract.ListedWords['kind'], words: object, version?: number) =>
  shop.call(contract.updateEmailWords, {
    token,
    params: { kind },
    body: { ...EMPTY, ...words, ...(version !== undefined && { version }) },
  });
const preview = (kind: contract.ListedWords['kind'], words: object) =>
  shop.call(contract.previewEmail, { token, params: { kind }, body: { ...EMPTY, ...words } });

describe('the sender', () => {
  test("[LETTER-7] if nothing is set, replies go to the address in the shop's details, and the sender is the shop's name", async () => {
    await saveSetting(shop.deps.db, 'shop-details', { ...DEFAULT_SHOP_DETAILS, name: 'Tea & Söns', email: 'help@tea.test' });
    const readHeaders = async (name: string) => {
      await shop.call(contract.sendTestEmail, { token });
      await send(name);
      const { headers } = server.received.at(-1) ?? {};
      return [headers?.get('from'), headers?.get('reply-to')];
    };
    expect(await readHeaders('Owl')).toEqual(['Owl <hello@shop.test>', 'help@tea.test']);
    expect((await readHeaders(''))[0]).toMatch(/^=\?UTF-8\?.*<hello@shop\.test>$/);
    // What a merchant typed beside the address, or the sender's own.
    for (const email of ['help@tea.test, or call', 'hello@shop.test', '']) {
      await saveSetting(shop.deps.db, 'shop-details', { ...DEFAULT_SHOP_DETAILS, email });
      expect((await readHeaders('Owl'))[1], email).toBeUndefined();
    }
  });

  test('[LETTER-7] has the name and reply-to address that a merchant chose, and sends from MAIL_FROM', async () => {
    const first = (await shop.call(contract.readEmailSender, { token })).body;
    expect(first).toMatchObject({
      sender: { name: '', replyTo: '' },
      from: { name: 'Owl', address: 'hello@shop.test' },
      isDelivered: true,
    });
    const body = { name: ' Tea & Söns ', replyTo: 'help@tea.test', version: first.version };
    expect((await shop.call(contract.updateEmailSender, { token, body })).body.sender).toEqual({
      name: 'Tea & Söns',
      replyTo: 'help@tea.test',
    });
    await shop.call(contract.sendTestEmail, { token });
    await send();
    const headers = server.received[0]?.headers;
    expect(server.received[0]?.from).toBe('hello@shop.test');
    expect(headers?.get('from')).toContain('<hello@shop.test>');
    expect(headers?.get('from')).not.toContain('Owl');
    expect(headers?.get('reply-to')).toBe('help@tea.test');
    const late = await shop.call(contract.updateEmailSender, { token, body: { ...body, name: 'Else' } });
    expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { sender: { name: 'Tea & Söns' } } } });
  });

  test.each([
    { name: 'Tea\r\nBcc: all@example.com', replyTo: '' },
    { name: 'x'.repeat(101), replyTo: '' },
    { name: '', replyTo: 'a@b.test\r\nBcc: all@example.com' },
    { name: '', replyTo: 'a@b.test, c@d.test' },
    { name: '', replyTo: 'nobody' },
  ])('[LETTER-7] can’t contain another header or a list: %j', async (body) => {
    expect(await shop.call(contract.updateEmailSender, { token, body })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('the test email', () => {
  test('[LETTER-8] goes to the admin who asked, and shows the answer of the mail server', async () => {
    const first = (await shop.call(contract.sendTestEmail, { token })).body.email;
    expect(first).toMatchObject({ recipient: 'staff@shop.test', state: 'waiting' });
    await send();
    expect((await shop.call(readEmail, { token, params: { id: first._id } })).body.email.state).toBe('sent');
    server.beforeAccept = async () => {
      throw new Error('This mailbox is full');
    };
    const second = (await shop.call(contract.sendTestEmail, { token })).body.email;
    await send();
    const { email } = (await shop.call(readEmail, { token, params: { id: second._id } })).body;
    expect(email).toMatchObject({ state: 'waiting', fault: expect.stringContaining('This mailbox is full') });
  });

  test('[LETTER-8] can be sent at most five times an hour, also in parallel', async () => {
    const all = await Promise.all(Array.from({ length: TEST_EMAILS_PER_HOUR + 2 }, () => shop.call(contract.sendTestEmail, { token })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(TEST_EMAILS_PER_HOUR);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
    shop.advanceClock(HOUR + 1000);
    expect((await shop.call(contract.sendTestEmail, { token })).status).toBe(200);
  });
});

describe('the words', () => {
  test('[LETTER-9] are in the next email, escaped, with placeholders filled in; empty ones use the original', async () => {
    const words = { subject: '{{shop}}: test', opening: 'Hi <b>you</b> of {{shop}}\nA second paragraph' };
    expect((await saveWords('test', words)).body.email).toMatchObject({ words: { ...words, closing: '' } });
    await shop.call(contract.sendTestEmail, { token });
    await send();
    const [received] = server.received;
    expect(received?.headers.get('subject')).toMatch(/: test$/);
    expect(received?.parts.get('text/html')).toContain('Hi &lt;b&gt;you&lt;/b&gt; of ');
    expect(received?.parts.get('text/html')).not.toContain('<b>');
    expect(received?.parts.get('text/plain')).toMatch(/\r\n\r\nA second paragraph\r\n\r\n/);
    await saveWords('test', EMPTY);
    await shop.call(contract.sendTestEmail, { token });
    await send();
    expect(server.received[1]?.headers.get('subject')).toMatch(/^Test email from /);
  });

  test('[LETTER-9] of one version are saved once: the later admin sees what is there now', async () => {
    const listed = (await shop.call(contract.listEmailWords, { token })).body.emails.find(({ kind }) => kind === 'order paid');
    expect(listed).toMatchObject({ version: 0, placeholders: ['order', 'total', 'shop'] });
    const both = await Promise.all(['One', 'Two'].map((subject) => saveWords('order paid', { subject }, 0)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'version_conflict', current: { email: { version: 1 } } });
  });

  test.each([
    ['a placeholder of another email', { opening: 'Paid {{total}}' }, 'unknown_placeholder', '{{total}}'],
    ['a name that every object has', { closing: '{{constructor}}' }, 'unknown_placeholder', '{{constructor}}'],
    ['another header', { subject: 'Hello\r\nBcc: all@example.com' }, 'invalid_format', ''],
    ['a long subject', { subject: 'x'.repeat(EMAIL_SUBJECT_MAX_LENGTH + 1) }, 'too_long', ''],
    ['a long text', { opening: 'x'.repeat(EMAIL_TEXT_MAX_LENGTH + 1) }, 'too_long', ''],
    ['a number', { subject: 7 }, 'wrong_type', ''],
  ])('[LETTER-10] %s is refused, by name', async (_what, words, code, name) => {
    for (const answer of [await saveWords('reset password', words), await preview('reset password', words)]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { issues: [{ path: Object.keys(words)[0], code, message: expect.stringContaining(name) }] },
      });
    }
  });

  test('[LETTER-10] of an unknown email are refused', async () => {
    expect((await saveWords('all' as 'test', {})).status).toBe(400);
  });

  test('[LETTER-10] never remove what the email reports, such as the link to a new password', async () => {
    await saveWords('reset password', { subject: 'Hi', opening: '<!-- {{shop}}', closing: '</a>' });
    const rendered = renderResetPasswordEmail({
      token: 'abc',
      recipient: 'a@b.test',
      publicUrl: 'https://shop.test',
      shop: await readEmailShop(shop.deps.db),
    });
    expect(rendered.subject).toBe('Hi');
    expect(rendered.html).toContain('href="https://shop.test/reset-password#token=abc"');
    expect(rendered.text).toContain('https://shop.test/reset-password#token=abc');
    expect(rendered.html).not.toContain('<!--');
  });

  test.each(EMAIL_KINDS)('[LETTER-11] %s is previewed in HTML and text, with every placeholder filled in', async (kind) => {
    const listed = (await shop.call(contract.listEmailWords, { token })).body.emails.find((it) => it.kind === kind);
    const original = (await preview(kind, {})).body;
    expect(original.subject).toBeTruthy();
    expect(original.html + original.text + original.subject).not.toContain('{{');
    const links = [...original.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
    const named = listed?.placeholders.map((name) => `{{${name}}}`).join(' ') ?? '';
    const own = (await preview(kind, { subject: named, opening: `<i>${named}</i>`, closing: 'The end of it' })).body;
    expect(own.html + own.text + own.subject).not.toContain('{{');
    expect(own.html).not.toContain('<i>');
    expect(own.html).toContain('The end of it');
    expect([...own.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(links);
    expect((await shop.call(contract.listEmailWords, { token })).body.emails.find((it) => it.kind === kind)?.version).toBe(0);
  });

  test('[LETTER-11] a preview shows the newest paid order with its images, without a secret link to it', async () => {
    await seedDemo(shop.deps, () => undefined);
    const { body } = await preview('order paid', {});
    const newest = await findNewestOrder(shop.deps.db);
    expect(body).toMatchObject({ order: newest?.number, subject: `Your order #${newest?.number} is confirmed` });
    for (const { name, image } of newest?.lines ?? []) {
      expect(body.text).toContain(name);
      expect(body.html).toContain(`src="https://shop.test${image.replace('-640.webp', '-160.jpg')}"`);
    }
    expect(body.text).toContain(newest?.address);
    expect(body.html).not.toContain('#order');
    expect((await preview('order shipped', {})).body.text).toMatch(/Tracking number\n\S+/);
    const { order, text } = (await preview('reset password', {})).body;
    expect([order, text.includes(String(newest?.buyer.email))]).toEqual([undefined, false]);
  });
});
