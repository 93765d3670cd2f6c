/**
 * The sender of emails, as far as a merchant may set it. The address is always that of MAIL_FROM, because mail servers refuse others and
 * receivers distrust them.
 */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import type { EmailSender } from '../../../../contract/email-settings.ts';
import { EmailSender as EmailSenderSchema } from '../../../../contract/email-settings.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';

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

/** Throws `version_conflict` if it was changed after that version, unless it already has the values that were sent. */
export async function updateEmailSender(db: Database, { name, replyTo }: EmailSender, version?: number): Promise<VersionedSender> {
  const sender = { name: name.trim(), replyTo };
  const savedVersion = version === undefined ? await saveSetting(db, KEY, sender) : await saveSettingAtVersion(db, KEY, sender, version);
  if (savedVersion !== null) return { sender, version: savedVersion };
  const current = await readEmailSender(db);
  if (isDeepStrictEqual(current.sender, sender)) return current;
  throw createVersionConflict(current);
}
