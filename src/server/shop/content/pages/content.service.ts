/** The texts of the about, contact and policy pages. */
import type { ContentPageName } from '../../../../contract/page.ts';
import type { RichTextNode } from '../../../../contract/rich-text.ts';
import type { Deps } from '../../../deps.ts';
import { createVersionConflict } from '../../../platform/errors.ts';
import { findPageText, savePageText } from './content.repository.ts';
import { findDraft } from './default-pages.ts';
import { renderMarkdown, summarize } from './markdown.ts';

interface ContentPage {
  name: ContentPageName;
  text: string;
  content: RichTextNode[];
  /** For search engines. */
  description: string;
  /** Nobody has saved a text of their own: this one came with the program. */
  isDraft: boolean;
  /** An edit form sends it back. */
  version: number;
}

type Context = Pick<Deps, 'db' | 'setupWarnings'>;

const findOwnDraft = ({ setupWarnings }: Context, name: ContentPageName) => findDraft(name, setupWarnings.includes('demo'));

/** A blank text counts as not set, so that a page is never empty. */
export async function readContentPage(context: Context, name: ContentPageName): Promise<ContentPage> {
  const { text: stored, version } = await findPageText(context.db, name);
  const isDraft = !stored?.trim();
  const text = isDraft ? findOwnDraft(context, name) : (stored ?? '');
  const content = renderMarkdown(text);
  return { name, text, content, description: summarize(content), isDraft, version };
}

/**
 * Returns the page's new text; a blank text restores the default. Throws `version_conflict` if it was changed after that version, unless it
 * already is what was sent.
 */
export async function updateContentPage(context: Context, name: ContentPageName, text: string, version?: number): Promise<ContentPage> {
  const isSaved = await savePageText(context.db, name, text, version);
  const current = await readContentPage(context, name);
  const isSaidAlready = current.text === (text.trim() ? text : findOwnDraft(context, name));
  if (!isSaved && !isSaidAlready) throw createVersionConflict(current);
  return current;
}
