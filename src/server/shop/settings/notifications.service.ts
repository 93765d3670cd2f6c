/** Who is notified by email of what happens in the shop. By default nobody is. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_NOTIFICATIONS, type Notifications, Notifications as NotificationsSchema } from '../../../contract/email.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

/** Private, so that a change drops no cached page. */
const KEY = 'private:notifications';

interface VersionedNotifications {
  notifications: Notifications;
  /** An edit form sends it back. */
  version: number;
}

/** A value that another version of the shop stored in an unknown form counts as not set. */
export async function readNotifications(db: Database): Promise<VersionedNotifications> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { notifications: Check(NotificationsSchema, value) ? value : DEFAULT_NOTIFICATIONS, version };
}

/** Throws `version_conflict` if they were changed after that version, unless they already have the values that were sent. */
export async function updateNotifications(
  { db }: Pick<Deps, 'db'>,
  input: Notifications,
  version?: number,
): Promise<VersionedNotifications> {
  const savedVersion = version === undefined ? await saveSetting(db, KEY, input) : await saveSettingAtVersion(db, KEY, input, version);
  if (savedVersion !== null) return { notifications: input, version: savedVersion };
  const current = await readNotifications(db);
  if (isDeepStrictEqual(current.notifications, input)) return current;
  throw createVersionConflict(current);
}
