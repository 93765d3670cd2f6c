/** How a letter leaves the house: by SMTP, or into a directory where none is set up. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { StoredMail } from './mail.repository.ts';

export type OutgoingMail = Pick<StoredMail, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'createdAt'>;

export interface Mailer {
  /** Resolves once somebody else has the letter. Rejects where nobody took it in time. */
  send(mail: OutgoingMail): Promise<void>;
}

export interface Sender {
  name: string;
  address: string;
}

const TIME_LIMIT = 15_000;

/** One address in its plainest form. A comma, a colon or brackets would make nodemailer read a list, or somebody else's address. */
const ONE_ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

/** The same letter has the same id and date on every try: a double is recognised as one. */
function toMessage(from: Sender, { id, recipient, subject, text, html, createdAt }: OutgoingMail): SendMailOptions {
  if (!ONE_ADDRESS.test(recipient)) throw new Error('This is not one plain e-mail address');
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
export function smtpMailer(url: string, from: Sender, limit: number = TIME_LIMIT): Mailer {
  const patience = { dnsTimeout: limit, connectionTimeout: limit, greetingTimeout: limit, socketTimeout: limit };
  const transport = createTransport({ url, ...patience });
  return {
    async send(mail) {
      // Ends the connection too: a letter that was given up doesn't arrive after all.
      const message = { ...toMessage(from, mail), signal: AbortSignal.timeout(limit) };
      await transport.sendMail(message);
    },
  };
}

/** Whole letters as `<id>.eml`, which mail programs open. */
export function fileMailer(directory: string, from: Sender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(from, mail));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = path.join(directory, `${mail.id}.eml`);
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

export function pickMailer(config: { smtpUrl: string | null; mailFrom: Sender; dataDir: string }): Mailer {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, config.mailFrom);
  return fileMailer(path.join(config.dataDir, 'mail'), config.mailFrom);
}
