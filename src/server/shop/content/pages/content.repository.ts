/** The texts of the content pages are stored as settings, one per page. */
import type { ContentPageName } from '../../../../contract/page.ts';
import { isRecord } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';

const textKey = (name: ContentPageName) => `text:${name}`;

/** The text is null if none was saved. */
export async function findPageText(db: Database, name: ContentPageName): Promise<{ text: string | null; version: number }> {
  const { value, version } = await findVersionedSetting(db, textKey(name));
  return { text: isRecord(value) && typeof value.text === 'string' ? value.text : null, version };
}

/** Returns false, without saving, if the text is no longer of that version. */
export async function savePageText(db: Database, name: ContentPageName, text: string, version: number | undefined): Promise<boolean> {
  if (version !== undefined) return (await saveSettingAtVersion(db, textKey(name), { text }, version)) !== null;
  await saveSetting(db, textKey(name), { text });
  return true;
}
