/** Tries a mail server before emails depend on it, and says how far it got: where it is, how it is reached, its login, the sender, a whole message. */
import { createTransport } from 'nodemailer';
import type { MailTestOutcome } from '../../../../contract/connections.ts';
import { cutText, SECOND } from '../../../../contract/values.ts';
import { getErrorChain } from '../../../platform/errors.ts';

/** Somebody waits for the answer; a server that needs longer would hold up every email. */
const TIMEOUT = 12 * SECOND;
const MAX_DETAIL = 300;

export interface MailTrial {
  outcome: MailTestOutcome;
  /** The server's own words; empty: none. */
  detail: string;
}

interface SmtpError {
  code: string;
  command: string;
  responseCode: number;
  response: string;
  text: string;
}

function readError(error: unknown): SmtpError {
  const [outermost] = getErrorChain(error);
  const { code, command, responseCode, response, message } = (outermost ?? {}) as Partial<SmtpError> & { message?: string };
  return {
    code: String(code ?? ''),
    command: String(command ?? ''),
    responseCode: Number(responseCode ?? 0),
    response: String(response ?? ''),
    text: getErrorChain(error)
      .map((it) => `${'code' in it ? it.code : ''} ${it.message}`)
      .concat(message ?? '')
      .join(' '),
  };
}

/** What a server says to somebody who should have logged in: at the sender, or only at a recipient elsewhere. */
const asksForLogin = ({ responseCode, response }: SmtpError, hasLogin: boolean) =>
  responseCode === 530 || (!hasLogin && /relay|authenticat/i.test(response));

export function readOutcome(thrown: unknown, hasLogin: boolean): MailTestOutcome {
  const error = readError(thrown);
  const { code, command, text } = error;
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(text)) return 'host_not_found';
  if (/ECONNREFUSED/.test(text)) return 'connection_refused';
  if (/wrong version number|EPROTO\b|packet length too long|unknown protocol/i.test(text)) return 'wrong_security';
  if (/CERT|self.signed|UNABLE_TO_VERIFY|ALTNAME|altnames|certificate/i.test(text)) return 'certificate';
  if (asksForLogin(error, hasLogin)) return 'login_needed';
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return 'login_failed';
    case 'ETLS':
      return 'wrong_security';
    case 'EPROTOCOL':
      return command === 'CONN' ? 'not_a_mail_server' : 'failed';
    case 'EENVELOPE':
      return command === 'RCPT TO' ? 'recipient_refused' : 'sender_refused';
    case 'EMESSAGE':
      return 'message_refused';
    case 'ETIMEDOUT':
      if (/Greeting/i.test(text)) return 'silent';
      return /Connection timeout/i.test(text) ? 'connection_timeout' : 'hung_up';
    case 'ECONNECTION':
    case 'ESOCKET':
      return /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(text) ? 'connection_timeout' : 'hung_up';
    default:
      return 'failed';
  }
}

/** A server may repeat what it was sent. */
function describe(response: string, password: string): string {
  const forms = password ? [password, Buffer.from(password).toString('base64')] : [];
  const words = forms.reduce((text, secret) => text.replaceAll(secret, '…'), response);
  return cutText(words.replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ').trim(), MAX_DETAIL);
}

interface TestMessage {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Without a message: up to the login. `accepted` is all that can be known: a server may take a message and drop it. */
export async function tryMailServer(
  server: { url: string; user: string; password: string },
  message: TestMessage | null,
  timeout: number = TIMEOUT,
): Promise<MailTrial> {
  // The socket's comes last, as it says the least.
  const timeouts = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: 1.5 * timeout };
  const transport = createTransport({ url: server.url, ...timeouts });
  try {
    if (message === null) {
      await transport.verify();
      return { outcome: 'accepted', detail: '' };
    }
    const { from, to, ...content } = message;
    const { response } = await transport.sendMail({
      ...content,
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: 'accepted', detail: describe(response, server.password) };
  } catch (error) {
    return { outcome: readOutcome(error, server.user !== ''), detail: describe(readError(error).response, server.password) };
  } finally {
    transport.close();
  }
}
