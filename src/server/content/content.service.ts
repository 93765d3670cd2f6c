/** The texts of the about, contact and policy pages. */
import type { ContentPageName } from '../../contract/content.ts';
import type { RichTextNode } from '../../contract/rich-text.ts';
import type { Database } from '../database/connect.ts';
import { createVersionConflict } from '../errors.ts';
import { findPageText, savePageText } from './content.repository.ts';
import { DEFAULT_TEXTS } from './default-pages.ts';
import { renderMarkdown, summarize } from './markdown.ts';

interface ContentPage {
  name: ContentPageName;
  text: string;
  content: RichTextNode[];
  /** For search engines. */
  description: string;
  /** An edit form sends it back. */
  version: number;
}

/** A blank text counts as not set, so that a page is never empty. */
export async function readContentPage(db: Database, name: ContentPageName): Promise<ContentPage> {
  const { text: stored, version } = await findPageText(db, name);
  const text = stored?.trim() ? stored : DEFAULT_TEXTS[name];
  const content = renderMarkdown(text);
  return { name, text, content, description: summarize(content), version };
}

/**
 * Returns the page's new text; a blank text restores the default. Throws `version_conflict` if it was changed after that version, unless it
 * already is what was sent.
 */
export async function updateContentPage(db: Database, name: ContentPageName, text: string, version?: number): Promise<ContentPage> {
  const isSaved = await savePageText(db, name, text, version);
  const current = await readContentPage(db, name);
  const isSaidAlready = current.text === (text.trim() ? text : DEFAULT_TEXTS[name]);
  if (!isSaved && !isSaidAlready) throw createVersionConflict(current);
  return current;
}
