/**
 * Links that only the recipient may have: they reset passwords, join the team, show a guest's order. Their secret follows the #, and is
 * never stored as plain text: the outbox keeps the email without it, and the whole email encrypted until it is sent. So are licence keys.
 */
import { isRecord } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { openSealedText, sealText } from '../../settings/sealed-text.ts';
import type { EmailMessage } from './email-message.ts';

/** A URL with a fragment as long as a secret is; the same expression for JavaScript and PostgreSQL. */
export const SECRET_LINK = '(https?://[^\\s"<>#]+)#[A-Za-z0-9_.=%&;-]{20,}';

/** As React writes a text into HTML. */
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

function hideSecrets(text: string, secrets: readonly string[]): string {
  // The longest first, as one may contain another.
  const ordered = secrets.toSorted((one, other) => other.length - one.length);
  return ordered.reduce((it, secret) => it.replaceAll(secret, '…'), text.replace(new RegExp(SECRET_LINK, 'g'), '$1#…'));
}

interface SealedEmail {
  id: string;
  text: string;
  html: string;
  sealed: string | null;
}

/** As the outbox stores it. */
export async function sealLinks(tx: Database, id: string, { linkUntil, secrets = [], ...email }: EmailMessage) {
  const [text, html] = [hideSecrets(email.text, secrets), hideSecrets(email.html, secrets.map(escapeHtml))];
  if (text === email.text && html === email.html) return { id, ...email };
  const content = { text: email.text, html: email.html, until: linkUntil?.toISOString() ?? null };
  return { id, ...email, text, html, sealed: await sealText(tx, 'email', id, JSON.stringify(content)) };
}

/** As it is sent; null if its link has ended. Throws if it was sealed with another secret of the shop. */
export async function openLinks(
  db: Database,
  { id, text, html, sealed }: SealedEmail,
  now: Date,
): Promise<{ text: string; html: string } | null> {
  if (sealed === null) return { text, html };
  const content: unknown = JSON.parse(await openSealedText(db, 'email', id, sealed));
  if (!isRecord(content)) throw new Error('The sealed email has another form');
  const { until } = content;
  if (typeof until === 'string' && Date.parse(until) <= now.getTime()) return null;
  return { text: String(content.text), html: String(content.html) };
}
