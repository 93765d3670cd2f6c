/** Texts are kept among the settings, one a page. */
import type { ContentPageName } from '../../contract/content.ts';
import { isRecord } from '../../contract/is-record.ts';
import type { Database } from '../database/connect.ts';
import { findSetting, saveSetting } from '../settings/settings.repository.ts';

const textKey = (name: ContentPageName) => `text:${name}`;

/** Null where none was saved. */
export async function findPageText(db: Database, name: ContentPageName): Promise<string | null> {
  const stored = await findSetting(db, textKey(name));
  return isRecord(stored) && typeof stored.text === 'string' ? stored.text : null;
}

export async function savePageText(db: Database, name: ContentPageName, text: string): Promise<void> {
  await saveSetting(db, textKey(name), { text });
}
