/** Who emails come from, as far as a merchant says so. The address is the one of MAIL_FROM: mail servers refuse, and receivers distrust, any other. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import type { EmailSender } from '../../contract/email-settings.ts';
import { EmailSender as EmailSenderSchema } from '../../contract/schemas/email-settings.ts';
import type { Database } from '../database/connect.ts';
import { createVersionConflict } from '../errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../settings/settings.repository.ts';

/** Private: a change drops no cached page. */
const KEY = 'private:email-sender';

const DEFAULT_SENDER: EmailSender = { name: '', replyTo: '' };

interface VersionedSender {
  sender: EmailSender;
  /** An edit form sends it back. */
  version: number;
}

/** What another version of the shop stored in a form that we don't know counts as not set. */
export async function readEmailSender(db: Database): Promise<VersionedSender> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { sender: Check(EmailSenderSchema, value) ? value : DEFAULT_SENDER, version };
}

/** Throws `version_conflict` where it was changed after that version, unless it is what is sent already. */
export async function updateEmailSender(db: Database, { name, replyTo }: EmailSender, version?: number): Promise<VersionedSender> {
  const sender = { name: name.trim(), replyTo };
  const savedVersion = version === undefined ? await saveSetting(db, KEY, sender) : await saveSettingAtVersion(db, KEY, sender, version);
  if (savedVersion !== null) return { sender, version: savedVersion };
  const current = await readEmailSender(db);
  if (isDeepStrictEqual(current.sender, sender)) return current;
  throw createVersionConflict(current);
}
