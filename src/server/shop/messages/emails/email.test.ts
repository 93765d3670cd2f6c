/** The outbox and its delivery, against a real mail server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq, ne, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { type MailServer, parseEmail, startMailServer } from '../../../../../tests/support/smtp-server.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { perform } from '../../../cli/command-operations.ts';
import { emails, LINK_ENDED, MAX_ATTEMPTS } from '../../database/schema/messages.ts';
import { readFailedEmails } from '../../reports/metrics/metrics.repository.ts';
import { listEmails } from './email.repository.ts';
import { sendQueuedEmails } from './email.service.ts';
import type { EmailMessage } from './email-message.ts';
import { createFileMailer, createSmtpMailer, type Mailer } from './mailer.ts';
import { onEmailQueued, queueEmail } from './outbox.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const FROM = { name: 'Zoë’s Shop', address: 'hello@shop.example' };

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const queue = (email: EmailMessage) => shop.deps.db.transaction((tx) => queueEmail(tx, email, shop.deps.now()));
const listStored = () => shop.deps.db.select().from(emails).orderBy(emails.createdAt);
const toServer = (limit?: number) => createSmtpMailer(server.url, FROM, limit);

function send(mailer: Mailer = toServer(), signal?: AbortSignal) {
  return sendQueuedEmails({ ...shop.deps, mailer }, { log: SILENT_LOG, ...(signal && { signal }) });
}

describe('an email', () => {
  test('[LETTER-1] arrives once, with its headers, both its parts and all characters', async () => {
    await queue(makeEmail('ada@example.com', { subject: 'Größe 🦉: bezahlt' }));
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const [row] = await listStored();
    expect(server.received).toHaveLength(1);
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'hello@shop.example', to: ['ada@example.com'] });
    expect(received?.headers.get('to')).toBe('ada@example.com');
    expect(received?.headers.get('from')).toMatch(/^=\?UTF-8\?.*<hello@shop\.example>$/);
    expect(received?.headers.get('subject')).toMatch(/^=\?UTF-8\?/);
    expect(received?.headers.get('message-id')).toBe(`<${row?.id}@shop.example>`);
    expect(received?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(received?.parts.get('text/plain')?.replace(/\r\n/g, '\n').trim()).toBe(row?.text.trim());
    expect(received?.parts.get('text/html')).toContain('Grüße, Zoë 🦉');
    expect(row).toMatchObject({ attempts: 1, lastError: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  test('[LETTER-1] is committed only together with the change it reports', async () => {
    const failed = shop.deps.db.transaction(async (tx) => {
      await queueEmail(tx, makeEmail('ada@example.com'), shop.deps.now());
      throw new Error('not after all');
    });
    await expect(failed).rejects.toThrow('not after all');
    expect(await listStored()).toEqual([]);
  });

  test('[LETTER-1] is announced immediately, so that it doesn’t wait for the schedule', async () => {
    let notified = 0;
    onTestFinished(onEmailQueued(() => (notified += 1)));
    await queue(makeEmail('ada@example.com'));
    expect(notified).toBe(1);
  });

  test.each([
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com>\r\nRCPT TO:<all@example.com',
    'ada@example.com, all@example.com',
    'ada,all@example.com',
    'us:all@example.com;',
    '<all@example.com>ada@example.com',
  ])('[LETTER-1] to %j is delivered to nobody, and the error says why', async (recipient) => {
    await queue(makeEmail('x', { recipient }));
    expect(await send()).toBe(0);
    expect(server.received).toEqual([]);
    expect((await listStored())[0]?.lastError).toContain('not a single email address');
  });

  test('[LETTER-1] with a line break in its subject gets no extra headers', async () => {
    await queue(makeEmail('ada@example.com', { subject: 'One\r\nBcc: all@example.com\r\n\r\nTwo' }));
    await send();
    const [received] = server.received;
    expect(received?.to).toEqual(['ada@example.com']);
    expect([...(received?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(received?.headers.get('subject')).toContain('Bcc: all@example.com');
  });

  test('[LETTER-1] is sent with the name and password of SMTP_URL, special characters included', async () => {
    const authServer = await startMailServer({ user: 'shop@example.com', password: 'p@ss:w/rd' });
    onTestFinished(() => authServer.close());
    await queue(makeEmail('ada@example.com'));
    expect(await send(createSmtpMailer(authServer.url, FROM))).toBe(1);
    expect(authServer.received).toHaveLength(1);
  });
});

describe('an email that is not accepted', () => {
  test('[LETTER-2] is retried with exponential backoff, and arrives once the server accepts it', async () => {
    server.beforeAccept = async () => {
      throw Object.assign(new Error('Not today'), { responseCode: 451 });
    };
    await queue(makeEmail('ada@example.com'));
    for (const pause of [2, 4, 8]) {
      expect(await send()).toBe(0);
      const [row] = await listStored();
      expect(row?.lastError).toContain('Not today');
      shop.advanceClock((pause - 1) * MINUTE);
      await send();
      expect((await listStored())[0]?.attempts).toBe(row?.attempts);
      shop.advanceClock(MINUTE + 1000);
    }
    server.beforeAccept = async () => undefined;
    expect(await send()).toBe(1);
    expect((await listStored())[0]).toMatchObject({ attempts: 4, lastError: null });
  });

  test('[LETTER-2] fails after ten attempts, with the reason', async () => {
    server.beforeAccept = async () => {
      throw new Error('Never');
    };
    await queue(makeEmail('ada@example.com'));
    for (let n = 0; n < 12; n += 1) {
      await send();
      shop.advanceClock(24 * 60 * MINUTE);
    }
    const [row] = await listStored();
    expect(row).toMatchObject({ attempts: 10, sentAt: null });
    expect(row?.lastError).toMatch(/^Failed after 10 attempts: .*Never/);
  });

  test('[LETTER-2] waits while the server is down', async () => {
    const { url } = server;
    await server.close();
    await queue(makeEmail('ada@example.com'));
    expect(await send(createSmtpMailer(url, FROM))).toBe(0);
    expect((await listStored())[0]?.lastError).toContain('ECONNREFUSED');
    server = await startMailServer();
  });

  test('[LETTER-2] in time is abandoned, and does not arrive afterwards', async () => {
    let release = () => {};
    server.beforeAccept = () => new Promise<void>((_resolve, reject) => (release = () => reject(new Error('too late'))));
    await queue(makeEmail('ada@example.com'));
    // Returns although the server is still busy with it.
    expect(await send(toServer(300))).toBe(0);
    expect((await listStored())[0]).toMatchObject({ attempts: 1, sentAt: null });
    expect((await listStored())[0]?.lastError).toBeTruthy();
    release();
  });

  test('[LETTER-2] doesn’t block other emails; but after three failures in a row the rest waits for the next run', async () => {
    server.beforeAccept = async (raw) => {
      if (raw.includes('To: bad')) throw Object.assign(new Error('Not now'), { responseCode: 451 });
    };
    const queueAll = async (...names: string[]) => {
      for (const name of names) {
        await queue(makeEmail(`${name}@example.com`));
        shop.advanceClock(1000);
      }
    };
    await queueAll('bad1', 'good1');
    expect(await send()).toBe(1);
    // Once one was taken, several are under way at once: a run that begins with failures sends one at a time.
    await queueAll('bad2', 'bad3', 'bad4', 'good2');
    expect(await send()).toBe(0);
    expect((await listStored()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(await send()).toBe(1);
    expect(server.received.flatMap(({ to }) => to)).toEqual(['good1@example.com', 'good2@example.com']);
  });

  test('[LETTER-16] because of its recipients stops no others and isn’t an error of the shop; an unavailable server stops all', async () => {
    const logged = { warn: 0, error: 0 };
    const log = { warn: () => (logged.warn += 1), error: () => (logged.error += 1) };
    const sendLogged = () => sendQueuedEmails({ ...shop.deps, mailer: toServer() }, { log });
    const refuse = (message: string, responseCode: number) => Promise.reject(Object.assign(new Error(message), { responseCode }));
    server.beforeRecipient = async (address) => {
      if (address.startsWith('unknown')) await refuse('No such user here', 550);
      if (address.startsWith('grey')) await refuse('Try again later', 451);
    };
    server.beforeAccept = async (raw) => {
      if (raw.includes('To: spam')) await refuse('We do not take this', 554);
    };
    for (const name of ['unknown', 'grey', 'spam', 'not,one']) {
      for (let n = 0; n < 3; n += 1) await queue(makeEmail(`${name}${n}@example.com`));
    }
    shop.advanceClock(1000);
    for (const name of ['ada', 'bob']) await queue(makeEmail(`${name}@example.com`));
    expect(await sendLogged()).toBe(2);
    expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(logged).toEqual({ warn: 12, error: 0 });
    expect((await listStored()).map(({ lastError }) => lastError?.match(/No such user|Try again|do not take|single/)?.[0])).toEqual(
      ['No such user', 'Try again', 'do not take', 'single'].flatMap((it) => [it, it, it]).concat([undefined, undefined] as never),
    );

    server.beforeRecipient = () => refuse('Closing', 421);
    for (let n = 0; n < 6; n += 1) await queue(makeEmail(`later${n}@example.com`));
    expect(await sendLogged()).toBe(0);
    expect(logged).toEqual({ warn: 12, error: 3 });
  });
});

describe('several senders at once', () => {
  test('[LETTER-3] send each email once', async () => {
    for (let n = 0; n < 12; n += 1) await queue(makeEmail(`ada${n}@example.com`));
    const sent = await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(sent.reduce((sum, it) => sum + it, 0)).toBe(12);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(12);
    expect(server.received).toHaveLength(12);
  });

  test('[LETTER-3] leave the email to the others if one dies before sending', async () => {
    const hangingMailer: Mailer = { send: () => new Promise(() => undefined) };
    await queue(makeEmail('ada@example.com'));
    void send(hangingMailer);
    await expect.poll(async () => (await listStored())[0]?.attempts).toBe(1);
    expect(await send()).toBe(0);
    shop.advanceClock(2 * MINUTE + 1000);
    expect(await send()).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  test('[LETTER-3] send it at most once more if one dies after sending, with the same Message-ID', async () => {
    const smtp = toServer();
    const hangingMailer: Mailer = { send: (mail) => smtp.send(mail).then(() => new Promise(() => undefined)) };
    await queue(makeEmail('ada@example.com'));
    void send(hangingMailer);
    await expect.poll(() => server.received.length).toBe(1);
    smtp.disconnect?.();
    shop.advanceClock(2 * MINUTE + 1000);
    expect(await send()).toBe(1);
    shop.advanceClock(24 * 60 * MINUTE);
    expect(await send()).toBe(0);
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
    expect(new Set(server.received.map(({ headers }) => headers.get('date'))).size).toBe(1);
  });

  test('[LETTER-15] failed emails are counted until an operator sends them again, except those with expired links', async () => {
    const { db } = shop.deps;
    for (const name of ['ada', 'bob', 'eve', 'new']) await queue(makeEmail(`${name}@example.com`));
    await db
      .update(emails)
      .set({ attempts: MAX_ATTEMPTS, lastError: 'Failed', createdAt: new Date(shop.deps.now().getTime() - DAY) })
      .where(ne(emails.recipient, 'new@example.com'));
    await db.update(emails).set({ kind: 'reset password', lastError: LINK_ENDED }).where(eq(emails.recipient, 'eve@example.com'));
    expect((await readFailedEmails(db)).count).toBe(2);
    const [ada] = await db.select({ id: emails.id }).from(emails).where(eq(emails.recipient, 'ada@example.com'));
    const context = {
      input: { what: 'emails', id: String(ada?.id) } as const,
      lines: (async function* () {})(),
      report: () => undefined,
      signal: new AbortController().signal,
    };
    const deps = { ...shop.deps, publicUrl: null };
    expect(await perform(deps, 'resend', context)).toEqual({ queued: 1, failed: 1 });
    expect(await perform(deps, 'resend', { ...context, input: { what: 'emails' } })).toEqual({ queued: 1, failed: 0 });
    expect(await send()).toBe(3);
    expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(['ada@example.com', 'bob@example.com', 'new@example.com']);
    expect(await perform(deps, 'resend', { ...context, input: { what: 'emails' } })).toEqual({ queued: 0, failed: 0 });
  });

  test('[LETTER-14] emails are sent in parallel over connections that stay open, and two processes never send the same one', async () => {
    let atOnce = 0;
    let most = 0;
    const { promise: isBusy, resolve: sayBusy } = Promise.withResolvers<void>();
    server.beforeAccept = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      // The first goes alone; those after it wait until several are there.
      if (most >= 5) sayBusy();
      if (server.received.length > 1) await isBusy;
      atOnce -= 1;
    };
    for (let n = 0; n < 40; n += 1) await queue(makeEmail(`customer${n}@example.com`));
    const counts = await Promise.all([send(), send()]);
    expect(counts.reduce((sum, it) => sum + it)).toBe(40);
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(40);
    expect(server.received).toHaveLength(40);
    expect(most).toBeGreaterThanOrEqual(5);
    expect(server.connections()).toBeLessThanOrEqual(20);
  });

  test('[RUN-10] if the database fails while several are sent, the run fails and the process continues', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    onTestFinished(async () => {
      process.off('unhandledRejection', record);
      await shop.deps.db.execute(sql`drop function if exists lose() cascade`);
    });
    // The first is sent, so that several go at once.
    await shop.deps.db.execute(sql`create function lose() returns trigger language plpgsql as $$ begin
      if exists (select from emails where sent_at is not null) then
        raise exception 'terminating connection' using errcode = '57P01';
      end if;
      return new;
    end $$`);
    await shop.deps.db.execute(sql`create trigger lose before update of sent_at on emails for each row
      when (new.sent_at is not null) execute function lose()`);
    for (let n = 0; n < 20; n += 1) await queue(makeEmail(`customer${n}@example.com`));
    await expect(send()).rejects.toThrow();
    // Node tells of those that nobody has caught after the turn in which they failed.
    await setImmediate();
    expect(unhandled).toEqual([]);
    expect((await listStored()).filter(({ sentAt }) => sentAt)).toHaveLength(1);
  });

  test('[RUN-8] a sender that is stopped starts no further email', async () => {
    const abortController = new AbortController();
    const smtp = toServer();
    const mailer: Mailer = { ...smtp, send: (mail) => smtp.send(mail).finally(() => abortController.abort()) };
    for (const name of ['ada', 'bob']) await queue(makeEmail(`${name}@example.com`));
    expect(await send(mailer, abortController.signal)).toBe(1);
    expect(server.received).toHaveLength(1);
  });
});

test('[LETTER-4] without a mail server, emails are saved as files that only the shop can read, and listed as saved', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-mail-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await queue(makeEmail('ada@example.com'));
  expect(await send(createFileMailer(path.join(directory, 'mail'), FROM))).toBe(1);
  const [row] = await listStored();
  expect((await listEmails(shop.deps.db, { limit: 10 })).emails.map((it) => it.state)).toEqual(['saved']);
  expect(readdirSync(path.join(directory, 'mail'))).toEqual([`${row?.id}.eml`]);
  const file = path.join(directory, 'mail', `${row?.id}.eml`);
  expect(statSync(file).mode & 0o077).toBe(0);
  const received = parseEmail(readFileSync(file, 'utf8'));
  expect(received.headers.get('to')).toBe('ada@example.com');
  expect([...received.parts.keys()]).toEqual(['text/plain', 'text/html']);
});
