import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import {
  EMAIL_KINDS,
  type EmailKind,
  type EmailSender,
  EmailSender as EmailSenderSchema,
  type EmailWords,
  EmailWords as EmailWordsSchema,
  type ListedWords,
} from '../../../../contract/email-settings.ts';
import type { Issue } from '../../../../contract/errors.ts';
import type { ShopDetails } from '../../../../contract/settings.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, findVersionedSettings, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import type { EmailMessage } from './email-message.ts';
import { DEFAULT_WORDS } from './templates/default-words.ts';
import type { ExampleOrder } from './templates/example-email.ts';
import { listPlaceholders, type OwnWords } from './templates/fill-words.ts';

/**
 * The sender of emails, as far as a merchant may set it. The address is always that of MAIL_FROM, because mail servers refuse others and
 * receivers distrust them.
 */

/** Private, so that a change drops no cached page. */
const KEY = 'private:email-sender';

const DEFAULT_SENDER: EmailSender = { name: '', replyTo: '' };

interface VersionedSender {
  sender: EmailSender;
  /** An edit form sends it back. */
  version: number;
}

/** A value that another version of the shop stored in an unknown form counts as not set. */
export async function readEmailSender(db: Database): Promise<VersionedSender> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { sender: Check(EmailSenderSchema, value) ? value : DEFAULT_SENDER, version };
}

/** The sender if nobody has chosen one. */
export async function readSenderDefaults(db: Database): Promise<EmailSender> {
  const { name, email } = await readShopDetails(db);
  return { name, replyTo: email };
}

/** Throws `version_conflict` if it was changed after that version, unless it already has the values that were sent. */
export async function updateEmailSender(db: Database, { name, replyTo }: EmailSender, version?: number): Promise<VersionedSender> {
  const sender = { name: name.trim(), replyTo };
  const savedVersion = version === undefined ? await saveSetting(db, KEY, sender) : await saveSettingAtVersion(db, KEY, sender, version);
  if (savedVersion !== null) return { sender, version: savedVersion };
  const current = await readEmailSender(db);
  if (isDeepStrictEqual(current.sender, sender)) return current;
  throw createVersionConflict(current);
}

/** The texts of emails that a merchant has changed. */

/** Private, so that a change drops no cached page. */
const toKey = (kind: EmailKind) => `private:email-words:${kind}`;

const PARTS = ['subject', 'opening', 'closing'] as const;
const EMPTY: EmailWords = { subject: '', opening: '', closing: '' };

const trim = ({ subject, opening, closing }: EmailWords): EmailWords => ({
  subject: subject.trim(),
  opening: opening.trim(),
  closing: closing.trim(),
});

function toListed(kind: EmailKind, words: EmailWords, version: number): ListedWords {
  const { placeholders, ...defaults } = DEFAULT_WORDS[kind];
  return { kind, words, defaults, placeholders: [...placeholders, 'shop'], version };
}

/** In the order of `kinds`. Texts that another version of the shop stored in an unknown form count as not set. */
async function readWords(db: Database, kinds: readonly EmailKind[]): Promise<ListedWords[]> {
  const stored = await findVersionedSettings(db, kinds.map(toKey));
  return kinds.map((kind, index) => {
    const { value = null, version = 0 } = stored[index] ?? {};
    return toListed(kind, Check(EmailWordsSchema, value) ? value : EMPTY, version);
  });
}

export const listEmailWords = (db: Database): Promise<ListedWords[]> => readWords(db, EMAIL_KINDS);

/** The shop's details and email texts, which are needed to render emails. */
export async function readEmailShop(db: Database): Promise<ShopDetails & { words: OwnWords }> {
  const shop = await readShopDetails(db);
  const listed = await listEmailWords(db);
  return { ...shop, words: Object.fromEntries(listed.map(({ kind, words }) => [kind, words])) };
}

/** Throws `invalid_request` for a placeholder that this email doesn't have. */
function requireKnownPlaceholders(kind: EmailKind, words: EmailWords): void {
  const known = [...DEFAULT_WORDS[kind].placeholders, 'shop'];
  const issues = PARTS.flatMap((path): Issue[] => {
    const unknown = listPlaceholders(words[path]).find((name) => !known.includes(name));
    if (unknown === undefined) return [];
    return [
      { path, code: 'unknown_placeholder', message: `can't have {{${unknown}}}, only ${known.map((name) => `{{${name}}}`).join(', ')}` },
    ];
  });
  if (issues.length) throw new AppError('invalid_request', issues.map((it) => `${it.path} ${it.message}`).join('; '), { issues });
}

/**
 * For an empty part the default is used. Throws `version_conflict` if the texts were changed after that version, unless they already are
 * what was sent.
 */
export async function updateEmailWords(db: Database, kind: EmailKind, sent: EmailWords, version?: number): Promise<ListedWords> {
  requireKnownPlaceholders(kind, sent);
  const words = trim(sent);
  const key = toKey(kind);
  const savedVersion = version === undefined ? await saveSetting(db, key, words) : await saveSettingAtVersion(db, key, words, version);
  if (savedVersion !== null) return toListed(kind, words, savedVersion);
  const [current = toListed(kind, EMPTY, 0)] = await readWords(db, [kind]);
  if (isDeepStrictEqual(current.words, words)) return current;
  throw createVersionConflict({ email: current });
}

interface PreviewContext {
  db: Database;
  publicUrl: string;
  /** Null: the data is made up. */
  order: ExampleOrder | null;
}

/** Renders an email with these texts. React's renderer is imported on first use. */
export async function previewEmail({ db, publicUrl, order }: PreviewContext, kind: EmailKind, sent: EmailWords): Promise<EmailMessage> {
  requireKnownPlaceholders(kind, sent);
  const { renderExampleEmail } = await import('./templates/example-email.ts');
  const shop = { ...(await readShopDetails(db)), words: { [kind]: trim(sent) } };
  return renderExampleEmail(kind, { recipient: 'ada@example.com', publicUrl, shop }, order);
}
