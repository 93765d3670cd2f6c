/** Delivers emails by SMTP, or as files where no mail server is set up. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { EmailSender } from '../../../../contract/email-settings.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { StoredEmail } from './email.repository.ts';

export interface OutgoingEmail extends Pick<StoredEmail, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'createdAt'> {
  /** The merchant's sender settings, which override the mailer's; absent: none. */
  sender?: EmailSender;
  /** The shop's name and email address, used if the merchant and MAIL_FROM set no other. */
  defaults?: EmailSender;
  files?: readonly EmailFile[];
}

/** A file that is attached. */
export interface EmailFile {
  name: string;
  type: string;
  content: Buffer;
}

export interface Mailer {
  /** Emails are only saved to files, so nobody receives them. */
  readonly savesToFiles?: boolean;
  /** Resolves once the mail server has accepted the email; rejects on an error or a timeout. */
  send(email: OutgoingEmail): Promise<void>;
  /** Closes the connections, which are kept for further emails until then. */
  disconnect?(): void;
}

export interface Sender {
  name: string;
  address: string;
}

const SEND_TIMEOUT = 15 * SECOND;
const MAX_CONNECTIONS = 10;

/** A single bare address. nodemailer parses commas, colons and brackets as lists and groups: those could add recipients. */
const SINGLE_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

const SERVICE_NOT_AVAILABLE = 421;

/**
 * Whether the server still accepts other emails, because it refused only this one's recipient, or its content permanently. False if it
 * closes the connection, refuses the sender, or postpones a whole email, as servers do that limit their number.
 */
export function isOwnRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as Error & { code?: string; command?: string; responseCode?: number };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  if (responseCode === SERVICE_NOT_AVAILABLE) return false;
  return command === 'RCPT TO' || (code === 'EMESSAGE' && responseCode >= 500);
}

/** Message-ID and date are the same on every attempt, so that mail clients recognise a duplicate. */
function toMessage(
  from: Sender,
  { id, recipient, subject, text, html, createdAt, sender, defaults, files }: OutgoingEmail,
): SendMailOptions {
  const replyTo = sender?.replyTo || defaults?.replyTo || '';
  if (!SINGLE_ADDRESS.test(recipient))
    throw Object.assign(new Error('This is not a single email address'), { code: 'EENVELOPE', command: 'API' });
  return {
    from: { name: sender?.name || from.name || defaults?.name || '', address: from.address },
    // A merchant may have typed more than an address into the shop's details.
    ...(SINGLE_ADDRESS.test(replyTo) && replyTo !== from.address && { replyTo: { name: '', address: replyTo } }),
    to: { name: '', address: recipient },
    envelope: { from: from.address, to: [recipient] },
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    subject,
    text,
    html,
    ...(files?.length && { attachments: files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })) }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `timeout`: milliseconds for sending one email, whichever step of SMTP is slow. */
export function createSmtpMailer(url: string, from: Sender, timeout: number = SEND_TIMEOUT): Mailer {
  const timeouts = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
  // An email whose connection is lost isn't sent again by the pool: the outbox does that, and counts it.
  const open = () => createTransport({ url, ...timeouts, pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 });
  let transport: ReturnType<typeof open> | null = null;
  return {
    disconnect() {
      transport?.close();
      transport = null;
    },
    async send(email) {
      transport ??= open();
      // The signal also closes the connection, so that an email that timed out can't be accepted afterwards.
      const message = { ...toMessage(from, email), signal: AbortSignal.timeout(timeout) };
      await transport.sendMail(message);
    },
  };
}

/** Writes each email as `<id>.eml`, a format that mail clients open. */
export function createFileMailer(directory: string, from: Sender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    savesToFiles: true,
    async send(email) {
      const { message } = await transport.sendMail(toMessage(from, email));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = path.join(directory, `${email.id}.eml`);
      try {
        await writeFile(`${file}.part`, message, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        await rm(`${file}.part`, { force: true });
        throw error;
      }
    },
  };
}

/** How emails leave the shop. */
export interface MailRoute extends Pick<Config, 'smtpUrl' | 'mailFrom'> {
  /** The password of the mail server can't be decrypted any more. */
  isKeyLost: boolean;
}

const lostKeyMailer: Mailer = {
  send: () => Promise.reject(new Error("The mail server's password can't be read any more: enter it again under Settings, Mail server")),
};

function selectMailer(
  { smtpUrl, mailFrom, isKeyLost }: MailRoute,
  { dataDir, timeLimits }: Pick<Config, 'dataDir' | 'timeLimits'>,
): Mailer {
  if (isKeyLost) return lostKeyMailer;
  if (smtpUrl) return createSmtpMailer(smtpUrl, mailFrom, timeLimits.smtp);
  return createFileMailer(path.join(dataDir, 'mail'), mailFrom);
}

/** Sends by what is set at that moment: an owner may change it while emails are being sent. */
export function openMailer(readRoute: () => MailRoute, config: Pick<Config, 'dataDir' | 'timeLimits'>): Mailer {
  let opened: { route: MailRoute; mailer: Mailer } | null = null;
  const select = (): Mailer => {
    const route = readRoute();
    if (!opened || !isDeepStrictEqual(opened.route, route)) {
      opened?.mailer.disconnect?.();
      opened = { route, mailer: selectMailer(route, config) };
    }
    return opened.mailer;
  };
  return {
    get savesToFiles() {
      return select().savesToFiles === true;
    },
    send: (email) => select().send(email),
    disconnect: () => opened?.mailer.disconnect?.(),
  };
}
