/** An owner sets the mail server. It is tried before it is saved, and a test message says what goes wrong. */
import type { EmailConnection, MailTest, MailTestOutcome } from '../../../contract/connections.ts';
import type { Deps } from '../../deps.ts';
import { readEmailSender, readEmailShop } from '../messages/emails/email-settings.service.ts';
import { createResolver, readSenderDomain } from '../messages/emails/sender-domain.ts';
import { type MailTrial, tryMailServer } from '../messages/emails/try-mail-server.ts';
import { refuse, requireOwn, save } from './save-connection.ts';
import { type MailServerSettings, toSmtpUrl } from './saved-connections.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now' | 'publicUrl'>;

type Sent = Omit<MailServerSettings, 'password'> & { password?: string | undefined };

export function describeEmailConnection({ connections }: Pick<Context, 'connections'>): EmailConnection {
  const { server, saved, mailServer } = connections;
  const { smtpUrl, mailFrom } = server;
  const describe = ({ password, ...visible }: MailServerSettings) => ({ ...visible, hasPassword: password !== '' });
  return {
    source: smtpUrl ? 'server' : mailServer ? 'saved' : 'none',
    problem: saved.email.isKeyLost ? 'key_lost' : null,
    saved: mailServer && describe(mailServer),
    server: smtpUrl ? { host: new URL(smtpUrl).host, sender: mailFrom.address } : null,
    version: saved.email.version,
  };
}

/** The saved password goes nowhere but to the server and login that it was entered for. */
function complete({ connections }: Context, { password, ...sent }: Sent): MailServerSettings {
  const settings = { ...sent, host: sent.host.trim(), user: sent.user.trim(), sender: sent.sender.trim() };
  if (!settings.user) return { ...settings, password: '' };
  if (password) return { ...settings, password };
  const { mailServer, saved } = connections;
  const isSame =
    mailServer?.host === settings.host &&
    mailServer.port === settings.port &&
    mailServer.user === settings.user &&
    // What was entered for an encrypted connection isn't sent over a plain one.
    (mailServer.security === settings.security || settings.security !== 'none');
  if (isSame && mailServer.password && !saved.email.isKeyLost) return { ...settings, password: mailServer.password };
  throw refuse('password', 'Enter the password of this login');
}

/** Where the fault is, and what to do about it. */
const ADVICE: Record<Exclude<MailTestOutcome, 'accepted'>, [path: string, message: (it: MailServerSettings) => string]> = {
  host_not_found: ['host', ({ host }) => `There is no server named ${host}`],
  connection_refused: ['port', ({ host, port }) => `${host} takes no connections at port ${port}. The usual ports are 465 and 587`],
  connection_timeout: [
    'port',
    ({ host, port }) => `${host} doesn't answer at port ${port}. The usual ports are 465 and 587; many hosting companies block port 25`,
  ],
  silent: ['port', ({ port }) => `The server says nothing at port ${port}. Port 465 goes with TLS, port 587 with STARTTLS`],
  not_a_mail_server: ['port', ({ port }) => `What answers at port ${port} isn't a mail server`],
  certificate: ['host', ({ host }) => `The certificate of the server isn't valid for ${host}. Enter the name that your mail service gives`],
  wrong_security: [
    'security',
    ({ port }) => `Port ${port} doesn't speak this kind of encryption. Port 465 goes with TLS, port 587 with STARTTLS`,
  ],
  login_needed: ['user', () => 'The server asks for a login'],
  login_failed: [
    'password',
    () => 'The server refuses this login. Some services need an app password or an API key instead of your own password',
  ],
  sender_refused: [
    'sender',
    ({ sender }) => `The server doesn't send from ${sender}. Verify that address or its domain at your mail service`,
  ],
  recipient_refused: ['sender', () => 'The server refuses the recipient'],
  message_refused: ['sender', () => 'The server refuses the message'],
  hung_up: ['host', () => 'The server ends the connection, or goes silent in the middle of it'],
  failed: ['host', () => 'The server answers in a way that the shop does not understand'],
};

function requireWorking({ outcome, detail }: MailTrial, settings: MailServerSettings): void {
  if (outcome === 'accepted') return;
  const [path, message] = ADVICE[outcome];
  throw refuse(path, detail ? `${message(settings)}. It says: ${detail}` : message(settings));
}

const toServer = (settings: MailServerSettings) => ({ url: toSmtpUrl(settings), user: settings.user, password: settings.password });

/** Throws `connection_failed`, `set_by_server`, `version_conflict`. */
export async function connectEmail(context: Context, sent: Sent, version?: number): Promise<void> {
  requireOwn(context, 'email');
  const settings = complete(context, sent);
  requireWorking(await tryMailServer(toServer(settings), null, context.connections.server.timeLimits?.smtp), settings);
  const { password, ...visible } = settings;
  await save(context, 'email', {
    visible,
    secrets: password ? { password } : null,
    version,
    current: () => ({ connection: describeEmailConnection(context) }),
  });
}

export async function disconnectEmail(context: Context, version?: number): Promise<void> {
  requireOwn(context, 'email');
  const current = () => ({ connection: describeEmailConnection(context) });
  await save(context, 'email', { visible: null, secrets: null, version, current });
}

/** Past the login the sender matters, and with it what its domain says. */
const REACHES_SENDER: readonly MailTestOutcome[] = ['accepted', 'sender_refused', 'recipient_refused', 'message_refused', 'hung_up'];

/** Sends past the outbox, so that the answer is known at once. Nothing is saved. */
export async function testEmailConnection(
  context: Context,
  sent: Sent,
  recipient: string,
  resolver = createResolver(context.connections.server.dnsServers),
): Promise<MailTest> {
  const settings = complete(context, sent);
  const { renderTestEmail } = await import('../messages/emails/templates/team-emails.ts');
  const shop = await readEmailShop(context.db);
  const { sender: merchant } = await readEmailSender(context.db);
  const { subject, text, html } = renderTestEmail({ recipient, publicUrl: context.publicUrl, shop });
  const from = { name: merchant.name || shop.name, address: settings.sender };
  const timeout = context.connections.server.timeLimits?.smtp;
  const trial = await tryMailServer(toServer(settings), { from, to: recipient, subject, text, html }, timeout);
  const domain = REACHES_SENDER.includes(trial.outcome) ? await readSenderDomain(resolver, settings.sender) : null;
  return { ...trial, recipient, domain };
}
