/** How a letter leaves the house: by SMTP, or into a directory where none is set up. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { StoredEmail } from './email.repository.ts';

export type OutgoingEmail = Pick<StoredEmail, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'createdAt'>;

export interface Mailer {
  /** Resolves once somebody else has the letter. Rejects where nobody took it in time. */
  send(email: OutgoingEmail): Promise<void>;
}

export interface Sender {
  name: string;
  address: string;
}

const SEND_TIMEOUT = 15_000;

/** One address in its plainest form. A comma, a colon or brackets would make nodemailer read a list, or somebody else's address. */
const SINGLE_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

/** The same letter has the same id and date on every try: a double is recognised as one. */
function toMessage(from: Sender, { id, recipient, subject, text, html, createdAt }: OutgoingEmail): SendMailOptions {
  if (!SINGLE_ADDRESS.test(recipient)) throw new Error('This is not one plain e-mail address');
  return {
    from,
    to: { name: '', address: recipient },
    envelope: { from: from.address, to: [recipient] },
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `limit`: milliseconds for a whole letter, however the server spends them. */
export function createSmtpMailer(url: string, from: Sender, timeout: number = SEND_TIMEOUT): Mailer {
  const timeouts = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
  const transport = createTransport({ url, ...timeouts });
  return {
    async send(email) {
      // Ends the connection too: a letter that was given up doesn't arrive after all.
      const message = { ...toMessage(from, email), signal: AbortSignal.timeout(timeout) };
      await transport.sendMail(message);
    },
  };
}

/** Whole letters as `<id>.eml`, which mail programs open. */
export function createFileMailer(directory: string, from: Sender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
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

export function selectMailer(config: { smtpUrl: string | null; mailFrom: Sender; dataDir: string }): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, config.mailFrom);
  return createFileMailer(path.join(config.dataDir, 'mail'), config.mailFrom);
}
