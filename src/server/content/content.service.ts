/** The texts of the about, contact and policy pages. */
import type { ContentPageName } from '../../contract/content.ts';
import type { Database } from '../database/connect.ts';
import { findPageText, savePageText } from './content.repository.ts';
import { DEFAULT_TEXTS } from './default-pages.ts';

/** A blank text counts as none, so that a page is never empty. */
export async function readContentPage(db: Database, name: ContentPageName): Promise<string> {
  const text = await findPageText(db, name);
  return text?.trim() ? text : DEFAULT_TEXTS[name];
}

/** Returns what the page says from now on; a blank text brings the default back. */
export async function updateContentPage(db: Database, name: ContentPageName, text: string): Promise<string> {
  await savePageText(db, name, text);
  return readContentPage(db, name);
}
