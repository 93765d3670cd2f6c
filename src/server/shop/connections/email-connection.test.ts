/** An owner sets the mail server: it is tried before it is saved, and a test message says how far it got. */
import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openConnectedShop } from '../../../../tests/support/connections.ts';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { startMailServer } from '../../../../tests/support/smtp-server.ts';
import { connectEmail, disconnectEmail, readEmailConnection, testEmailConnection } from '../../../contract/connections.ts';
import { listEmails } from '../../../contract/email.ts';
import { readEmailSender, sendTestEmail } from '../../../contract/email-settings.ts';
import { readSettings } from '../../../contract/settings.ts';
import { SECOND } from '../../../contract/values.ts';
import { settings } from '../database/schema/content.ts';
import { sendQueuedEmails } from '../messages/emails/email.service.ts';
import { openMailer } from '../messages/emails/mailer.ts';

/** A name server that knows these texts, and says of everything else that it isn't there. */
async function startNameServer(records: Record<string, string>) {
  const socket = createSocket('udp4');
  let isSilent = false;
  socket.on('message', (question, from) => {
    if (isSilent) return;
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const asked = question.subarray(12, at + 5);
    const text = records[labels.join('.').toLowerCase()];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(text ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(text ? 1 : 0, 6);
    head.fill(0, 8, 12);
    const answer = text
      ? Buffer.concat([Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]), Buffer.from(text)])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([head, asked, answer]), from.port, from.address);
  });
  const silence = (on: boolean) => {
    isSilent = on;
  };
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  afterAll(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, silence };
}

const names = await startNameServer({
  'shop.example': 'v=spf1 include:mail.example -all',
  'google._domainkey.shop.example': 'v=DKIM1; k=rsa; p=abc',
  '_dmarc.shop.example': 'v=DMARC1; p=none',
});
const limits = { payment: 10 * SECOND, smtp: SECOND };
const { shop, openAt } = await openConnectedShop({ dnsServers: [names.address], timeLimits: limits });
const LOGIN = { user: 'shop@mail.example', password: 'geheim-42' };
const server = await startMailServer(LOGIN);
afterAll(server.close);
const port = Number(new URL(server.url).port);
const SETTINGS = { host: '127.0.0.1', port, security: 'none', ...LOGIN, sender: 'hello@shop.example' } as const;

beforeEach(() => {
  names.silence(false);
  server.received.length = 0;
  server.beforeRecipient = async () => undefined;
  server.beforeAccept = async () => undefined;
});

const connect = (token: string, change: object = {}) => shop.call(connectEmail, { token, body: { ...SETTINGS, ...change } });
const tryIt = async (token: string, change: object = {}) =>
  (await shop.call(testEmailConnection, { token, body: { ...SETTINGS, ...change } })).body.test;

/** Does to each connection what a mail server shouldn't. */
async function startBadServer(behave: (socket: Socket) => void): Promise<number> {
  const bad = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => bad.listen(0, '127.0.0.1', resolve));
  afterAll(() => bad.close());
  return (bad.address() as AddressInfo).port;
}

/** Speaks SMTP by a table: what it answers to a line that begins so. */
const speak = (greeting: string, answers: Record<string, string | null>) => (socket: Socket) => {
  socket.write(Buffer.from(`${greeting}\r\n`, 'latin1'));
  let isData = false;
  socket.on('data', (chunk) => {
    const line = chunk.toString('latin1');
    if (isData && !line.endsWith('\r\n.\r\n')) return;
    const found = isData ? '.' : (Object.keys(answers).find((it) => line.toUpperCase().startsWith(it)) ?? '');
    isData = line.toUpperCase().startsWith('DATA');
    const answer = found in answers ? answers[found] : isData ? '354 Go ahead' : '250 OK';
    if (answer === null || answer === undefined) socket.destroy();
    else socket.write(Buffer.from(`${answer}\r\n`, 'latin1'));
  });
};
const PLAIN = { user: '', password: '' };

test('[CONNECT-5] a mail server is tested, saved without showing its password, and used for emails without a restart', async () => {
  const { token, email } = await openAt();
  const mailer = openMailer(() => shop.deps.connections.mail, { dataDir: shop.uploadsDir, timeLimits: limits as never });
  expect((await shop.call(readEmailConnection, { token })).body.connection).toMatchObject({ source: 'none', saved: null });
  expect((await shop.call(readSettings)).body.settings.emailsLinks).toBeUndefined();
  const { status, body } = await connect(token, { version: 0 });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      connection: {
        source: 'saved',
        saved: { host: '127.0.0.1', port, user: LOGIN.user, sender: 'hello@shop.example', hasPassword: true },
      },
    },
  });
  expect(JSON.stringify(body)).not.toContain(LOGIN.password);
  expect((await shop.call(readSettings)).body.settings.emailsLinks).toBe(true);
  expect((await shop.call(readEmailSender, { token })).body).toMatchObject({ from: { address: 'hello@shop.example' }, isDelivered: true });

  await shop.call(sendTestEmail, { token });
  await sendQueuedEmails({ ...shop.deps, mailer }, { log: SILENT_LOG });
  expect(server.received.map(({ from, to }) => ({ from, to }))).toEqual([{ from: 'hello@shop.example', to: [email] }]);
  // What is typed anew without the password keeps it, for the same server and login alone.
  expect((await connect(token, { password: undefined, sender: 'new@shop.example' })).status).toBe(200);
  for (const other of [{ host: 'localhost' }, { user: 'somebody' }, { port: port + 1 }])
    expect(await connect(token, { password: undefined, ...other })).toMatchObject({
      status: 409,
      body: { issues: [{ path: 'password' }] },
    });

  await shop.call(disconnectEmail, { token, body: {} });
  expect((await shop.call(readEmailSender, { token })).body.isDelivered).toBe(false);
  expect(mailer.savesToFiles).toBe(true);
});

test('[CONNECT-5] a wrong server, port, encryption or login is refused at its field, and nothing is saved', async () => {
  const { token } = await openAt();
  const closed = await startBadServer(() => undefined);
  const cases: [change: object, path: string, words: string][] = [
    [{ password: 'wrong' }, 'password', 'The server refuses this login'],
    [{ host: 'mail.invalid' }, 'host', 'There is no server named mail.invalid'],
    [{ port: 1 }, 'port', 'takes no connections at port 1'],
    [{ port: closed }, 'port', 'says nothing at port'],
    [{ security: 'tls' }, 'security', "doesn't speak this kind of encryption"],
    [{ security: 'starttls' }, 'security', "doesn't speak this kind of encryption"],
    [{ port: await startBadServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')) }, 'port', "isn't a mail server"],
  ];
  for (const [change, path, words] of cases) {
    const { status, body } = await connect(token, change);
    expect({ status, path: body.issues?.[0]?.path, message: body.message }).toEqual({
      status: 409,
      path,
      message: expect.stringContaining(words),
    });
  }
  expect((await shop.call(readEmailConnection, { token })).body.connection).toMatchObject({ source: 'none', version: 0 });
  for (const wrong of [
    { port: 0 },
    { host: 'a b' },
    { host: 'x/../y' },
    { sender: 'a@b, c@d' },
    { user: 'a\r\nRCPT' },
    { security: 'ssl' },
  ])
    expect((await connect(token, wrong)).status).toBe(400);
});

test('[CONNECT-5] a test message shows how far it got: accepted, login, sender, recipient, content, silence', async () => {
  const { token, email } = await openAt();
  expect(await tryIt(token)).toMatchObject({ outcome: 'accepted', recipient: email });
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.headers.get('from')).toContain('hello@shop.example');
  expect(await tryIt(token, { password: 'wrong' })).toMatchObject({ outcome: 'login_failed', domain: null });
  expect(await tryIt(token, PLAIN)).toMatchObject({ outcome: 'login_needed' });
  server.beforeRecipient = async () => Promise.reject(Object.assign(new Error('No such user here'), { responseCode: 550 }));
  expect(await tryIt(token)).toMatchObject({ outcome: 'recipient_refused', detail: expect.stringContaining('No such user here') });
  server.beforeRecipient = async () => undefined;
  server.beforeAccept = async () => Promise.reject(Object.assign(new Error('Looks like spam'), { responseCode: 554 }));
  expect(await tryIt(token)).toMatchObject({ outcome: 'message_refused', detail: expect.stringContaining('Looks like spam') });
  const outcomes: [answers: Record<string, string | null>, outcome: string][] = [
    [{ MAIL: '550 Sender address rejected: not owned by you' }, 'sender_refused'],
    [{ MAIL: '530 Authentication required' }, 'login_needed'],
    [{ RCPT: '550 5.7.1 Relaying denied' }, 'login_needed'],
    [{ RCPT: null }, 'hung_up'],
    [{ '.': null }, 'hung_up'],
  ];
  for (const [answers, outcome] of outcomes)
    expect(await tryIt(token, { ...PLAIN, port: await startBadServer(speak('220 bad ESMTP', answers)) }), outcome).toMatchObject({
      outcome,
    });
});

test('[CONNECT-5] a server that greets in Latin-1, repeats the password, or accepts and disconnects breaks nothing', async () => {
  const { token } = await openAt();
  const latin = await startBadServer(speak('220 Willkommen in Köln, schöne Grüße', { MAIL: '550 Absender ungültig: Grüße' }));
  const refused = await tryIt(token, { ...PLAIN, port: latin });
  expect(refused.outcome).toBe('sender_refused');
  expect(refused.detail).toMatch(/^550 Absender ung.{0,3}ltig/);
  const echo = await startBadServer(speak('220 echo', { EHLO: '250 AUTH PLAIN', AUTH: `535 What is ${LOGIN.password}?` }));
  expect(await tryIt(token, { port: echo })).toMatchObject({ outcome: 'login_failed', detail: '535 What is …?' });
  expect(await tryIt(token, { ...PLAIN, port: await startBadServer(speak('220 sink', {})) })).toMatchObject({ outcome: 'accepted' });
});

test('[CONNECT-6] the DNS entries of the sender’s domain are shown if a name server answers', async () => {
  const { token } = await openAt();
  expect((await tryIt(token)).domain).toEqual({ name: 'shop.example', spf: 'found', dkim: 'found', dmarc: 'found' });
  const other = await tryIt(token, { sender: 'hello@mail.shop.example' });
  expect(other.domain).toEqual({ name: 'mail.shop.example', spf: 'missing', dkim: 'missing', dmarc: 'found' });
  expect((await tryIt(token, { sender: 'hello@localhost' })).domain).toBeNull();
  names.silence(true);
  expect((await tryIt(token)).domain).toEqual({ name: 'shop.example', spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' });
});

test('[CONNECT-8] if the key of the password is lost, no email fails silently, and the password can be entered again', async () => {
  const { token } = await openAt();
  await connect(token);
  expect(JSON.stringify(await shop.deps.db.select().from(settings))).not.toContain(LOGIN.password);
  await shop.deps.db.execute(`update settings set value = '{"sealed": "bm9uc2Vuc2U"}' where key = 'private:connection:email:secret'`);
  await shop.deps.db.execute(`update settings set value = value || '{"touched": true}' where key = 'connection:email'`);
  const { body } = await shop.call(readEmailConnection, { token });
  expect(body.connection).toMatchObject({ problem: 'key_lost', saved: { hasPassword: false } });
  const mailer = openMailer(() => shop.deps.connections.mail, { dataDir: shop.uploadsDir, timeLimits: limits as never });
  await shop.call(sendTestEmail, { token });
  await sendQueuedEmails({ ...shop.deps, mailer }, { log: SILENT_LOG });
  const [queued] = (await shop.call(listEmails, { token })).body.mails;
  expect(queued).toMatchObject({ state: 'waiting', fault: expect.stringContaining('enter it again') });
  expect((await connect(token, { password: undefined })).body.issues?.[0]?.path).toBe('password');
  expect((await connect(token)).body.connection).toMatchObject({ problem: null, saved: { hasPassword: true } });
});

test('[CONNECT-10] if two owners save different passwords at once, one gets a conflict', async () => {
  const { token } = await openAt();
  const answers = await Promise.all([connect(token, { version: 0 }), connect(token, { version: 0 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
