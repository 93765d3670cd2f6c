/**
 * How many queued emails are sent in a minute through a mail server that takes 100 ms for each, compared with a simple sender: one at a time,
 * a connection each, without a database. EMAILS=2000 waiting; ROUNDS=3 by turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { MINUTE } from '../src/contract/values.ts';
import { type Database, openServer } from '../src/server/platform/database/connect.ts';
import { emails } from '../src/server/shop/database/schema/messages.ts';
import { sendQueuedEmails } from '../src/server/shop/messages/emails/email.service.ts';
import { createSmtpMailer } from '../src/server/shop/messages/emails/mailer.ts';
import { queueEmail } from '../src/server/shop/messages/emails/outbox.ts';
import { makeEmail } from '../tests/support/emails.ts';
import { type MailServer, startMailServer } from '../tests/support/smtp-server.ts';
import { createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';

const COUNT = Number(process.env.EMAILS ?? 2000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** As many as the simple sender sends in a few seconds. */
const BASELINE_COUNT = Math.ceil(COUNT / 40);
const SERVER_TAKES = 100;
const GOAL = 2000;
const FROM = { name: 'Shop', address: 'hello@shop.example' };

async function measure(server: MailServer, expected: number, send: () => Promise<unknown>): Promise<number> {
  server.received.length = 0;
  const startedAt = performance.now();
  await send();
  const rate = (server.received.length / (performance.now() - startedAt)) * MINUTE;
  const arrived = new Set(server.received.map(({ to }) => to[0])).size;
  if (arrived !== expected || server.received.length !== expected) throw new Error(`${arrived} of ${expected} emails arrived once`);
  return rate;
}

async function sendFromOutbox(db: Database, url: string): Promise<void> {
  const mailer = createSmtpMailer(url, FROM);
  const log = { warn: console.warn, error: console.error };
  await sendQueuedEmails({ db, now: () => new Date(), mailer }, { log });
}

async function sendOneByOne(url: string): Promise<void> {
  for (let n = 0; n < BASELINE_COUNT; n += 1) {
    const { recipient, subject, text, html } = makeEmail(`baseline${n}@example.com`);
    await createTransport({ url }).sendMail({ from: FROM, to: recipient, subject, text, html });
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const target = await createPostgresTarget();
const server = await startMailServer();
server.beforeAccept = () => sleep(SERVER_TAKES);
const { db, close } = await openServer(String(target.env.DATABASE_URL), console, 10);
try {
  const rates: { shop: number; baseline: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.delete(emails);
    await db.transaction(async (tx) => {
      for (let n = 0; n < COUNT; n += 1) await queueEmail(tx, makeEmail(`customer${n}@example.com`), new Date());
    });
    const shop = await measure(server, COUNT, () => sendFromOutbox(db, server.url));
    rates.push({ shop, baseline: await measure(server, BASELINE_COUNT, () => sendOneByOne(server.url)) });
    console.log(`shop ${shop.toFixed(0)} a minute, one at a time ${rates.at(-1)?.baseline.toFixed(0)}`);
  }
  const shop = median(rates.map((it) => it.shop));
  const baseline = median(rates.map((it) => it.baseline));
  const ratio = median(rates.map((it) => it.shop / it.baseline));
  writeSection({
    title: 'Emails',
    command: 'npm run bench -- emails',
    method: `${COUNT} waiting emails, on PostgreSQL, to a mail server that takes ${SERVER_TAKES} ms for each email; median of ${ROUNDS} rounds by turns. The baseline sends ${BASELINE_COUNT} one at a time over a connection each, without a database. Sender, mail server and database share the machine; each email arrived once.`,
    rows: [
      ['emails a minute', 'shop', 'one at a time', 'ratio', 'goal'],
      ['ten at once over kept connections', shop.toFixed(0), baseline.toFixed(0), `${ratio.toFixed(1)} ×`, String(GOAL)],
    ],
  });
} finally {
  await close();
  await server.close();
  await target.dispose();
}
