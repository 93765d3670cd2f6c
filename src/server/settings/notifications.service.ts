/** Who is told by email of what happens in the shop. Until a merchant says so, nobody is. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_NOTIFICATIONS } from '../../contract/default-settings.ts';
import type { Notifications } from '../../contract/notifications.ts';
import { Notifications as NotificationsSchema } from '../../contract/schemas/notifications.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { createVersionConflict } from '../errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

/** Private: a change drops no cached page. */
const KEY = 'private:notifications';

interface VersionedNotifications {
  notifications: Notifications;
  /** An edit form sends it back. */
  version: number;
}

/** What another version of the shop stored in a form that we don't know counts as not set. */
export async function readNotifications(db: Database): Promise<VersionedNotifications> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { notifications: Check(NotificationsSchema, value) ? value : DEFAULT_NOTIFICATIONS, version };
}

/** Throws `version_conflict` where they were changed after that version, unless they are what is sent already. */
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
