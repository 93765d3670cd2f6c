/** The pages of text: about, contact and policy, and any number that the merchant adds, all in Markdown. */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listGaps } from '../../../../contract/legal-texts.ts';
import type { AdminPage, ContentPageName, Page, PageInput } from '../../../../contract/page.ts';
import type { RichTextNode } from '../../../../contract/rich-text.ts';
import { GUARANTEE_SLUG } from '../../../../contract/shop-pages.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import { renderMarkdown, summarize } from './markdown.ts';
import * as repository from './page.repository.ts';
import { findPageText, savePageText } from './page.repository.ts';

/** Shown until the merchant has saved texts of their own, so they only describe what this program does in every shop. */
const DRAFTS: Record<ContentPageName, string> = {
  about: `Welcome to our shop. Each product's page has its price and says what is in stock.

Do you have a question? See our [Contact](/contact) page.`,

  contact: `## About an order

Please have your order number ready.

If you have an account, [log in](/login): your orders are under Orders, with their items and status.

If you bought as a guest, open the link to your order that you were given when you bought. It shows the order, its status and what you can do. You can also [create an account](/register) with the same email address and add your order to it.

## About your account

You can change your name, address and password in your profile at any time. Forgot your password? You can reset it from the [login](/login) page.`,

  policy: `This page explains what we store about you, where, and for how long. It is short because we store little.

## What we store

Your account: your name, email address, phone number and address, as you entered them. Your password and the answer to your security question are stored only as a hash, which we can check but not read. Of each device that you are logged in on we store its kind and its IP address until you log out there.

Your orders, with an account or as a guest: what you bought, when and for how much, your name, your email address, and the address we ship to. We need them for delivery and for our accounts. We never see your card number: you enter it on the payment provider's page.

## What your browser stores

Your cart and, after you log in, a token that identifies you are in your browser's local storage. Logging out deletes the token on both sides; unused for seven days, it expires by itself. A random number by which we know this browser at your next login stays. What you type at the checkout is kept in its tab until the order is paid or you close the tab. Clearing this site's data in your browser removes everything.

## What we don't do

We set no cookies. There are no trackers, no ads and no third-party scripts on these pages, and we don't sell your data.

## Protection against password guessing

When someone tries to log in, register or reset a password, we count the attempts for up to a day. The count is stored under a hash of the email address and of the IP address it came from. Wrong passwords of strangers don't lock you out where you have logged in before: for that we store a hash of your browser's number and of your IP address, until a year after your last login there.

## Your rights

You can view and change your details in your profile, and download or delete your data on its Security page. For any other question about your data, contact us: see the [Contact](/contact) page.`,
};

const DEMO_ABOUT = `This shop is a demo: the products are made up, nothing is shipped, and no real money is charged.

## Look around

Search, filter, fill a cart and pay with a test card. You can buy as a guest or with an account.`;

export const findDraft = (name: ContentPageName, isDemo: boolean): string => (isDemo && name === 'about' ? DEMO_ABOUT : DRAFTS[name]);

interface ContentPage {
  name: ContentPageName;
  text: string;
  content: RichTextNode[];
  /** For search engines. */
  description: string;
  /** No text has been saved yet: this one comes with the program. */
  isDraft: boolean;
  /** An edit form sends it back. */
  version: number;
}

type ContentContext = Pick<Deps, 'db' | 'setupWarnings'>;

const findOwnDraft = ({ setupWarnings }: ContentContext, name: ContentPageName) => findDraft(name, setupWarnings.includes('demo'));

/** A blank text counts as not set, so that a page is never empty. */
export async function readContentPage(context: ContentContext, name: ContentPageName): Promise<ContentPage> {
  const { text: stored, version } = await findPageText(context.db, name);
  const isDraft = !stored?.trim();
  const text = isDraft ? findOwnDraft(context, name) : (stored ?? '');
  const content = renderMarkdown(text);
  return { name, text, content, description: summarize(content), isDraft, version };
}

/** Throws `invalid_request` for a page that would be published with gaps of a draft: nobody has read it to the end. */
function requireNoGaps({ status, text }: Pick<PageInput, 'status' | 'text'>): void {
  const gaps = status === 'published' ? listGaps(text) : [];
  if (!gaps.length) return;
  const message = `has ${gaps.length === 1 ? 'a gap' : `${gaps.length} gaps`} to fill in before it can be published: ${gaps[0]}`;
  throw createIssuesError([{ path: 'text', code: 'unfilled_gap', message, limit: gaps.length }]);
}

/**
 * Returns the page's new text; a blank text restores the default. Throws `version_conflict` if it was changed after that version, unless it
 * already is what was sent.
 */
export async function updateContentPage(
  context: ContentContext,
  name: ContentPageName,
  text: string,
  version?: number,
): Promise<ContentPage> {
  requireNoGaps({ status: 'published', text });
  const isSaved = await savePageText(context.db, name, text, version);
  const current = await readContentPage(context, name);
  const isUnchanged = current.text === (text.trim() ? text : findOwnDraft(context, name));
  if (!isSaved && !isUnchanged) throw createVersionConflict(current);
  return current;
}

type Context = Pick<Deps, 'db' | 'now'>;

const DEFAULT_LIMIT = 20;

const SLUG_CONSTRAINT = 'pages_slug_unique';

const createNotFoundError = () => new AppError('page_not_found', 'There is no such page');

/** Finds it by its slug or a former one. Throws `page_not_found`, also for a draft, and `page_gone` if it has been deleted. */
export async function readPublishedPage(db: Database, slug: string): Promise<{ id: string; page: Page }> {
  const found = (await repository.findPageBySlug(db, slug)) ?? (await findMovedPage(db, slug));
  if (found?.status !== 'published') throw createNotFoundError();
  const content = renderMarkdown(found.text);
  return {
    id: found.id,
    page: { slug: found.slug, title: found.title, description: found.description || summarize(content), content },
  };
}

async function findMovedPage(db: Database, slug: string): Promise<repository.PageRow | null> {
  const ownerId = await findSlugOwner(db, 'page', slug);
  if (!ownerId) return null;
  const page = await repository.findPage(db, ownerId);
  if (!page) throw new AppError('page_gone', 'This page was deleted');
  return page;
}

export async function listPages({ db }: Pick<Context, 'db'>, { page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }) {
  const [pages, total] = await Promise.all([repository.listPages(db, (page - 1) * limit, limit), repository.countPages(db)]);
  return { pages, total, page, limit };
}

const CSV_COLUMNS = ['title', 'slug', 'text', 'format', 'status', 'in_footer', 'footer_position', 'description'];
const EXPORT_BATCH = 50;

/** Read and sent batch by batch. */
export async function* exportPages(read: ReadFromReplica): AsyncGenerator<string> {
  yield writeCsvRow(CSV_COLUMNS);
  for (let offset = 0; ; offset += EXPORT_BATCH) {
    const start = offset;
    const rows = await read((db) => repository.listWholePages(db, start, EXPORT_BATCH));
    for (const { title, slug, text, status, inFooter, footerPosition, description } of rows)
      yield writeCsvRow([title, slug, text, 'markdown', status, inFooter ? 'yes' : 'no', footerPosition, description]);
    if (rows.length < EXPORT_BATCH) return;
  }
}

export async function readAdminPage(db: Database, id: string): Promise<AdminPage> {
  const row = await repository.findPage(db, id);
  if (!row) throw createNotFoundError();
  return repository.toAdminPage(row);
}

const trim = ({ title, description, ...input }: PageInput): PageInput => ({
  ...input,
  title: title.trim(),
  description: description.trim(),
});

const createSlugTaken = (slug: string) =>
  new AppError('slug_taken', `Another page already has the address /pages/${slug}`, {
    issues: [{ path: 'slug', code: 'taken', message: 'is taken' }],
  });

const toSlugTaken = (error: unknown, slug: string): unknown =>
  findUniqueViolation(error) === SLUG_CONSTRAINT ? createSlugTaken(slug) : error;

/** The shop's own page there would hide it. */
const isReserved = (slug: string) => slug === GUARANTEE_SLUG;

/** If no slug is given, a free one is made from the title. Throws `slug_taken` if another page has the given one. */
export async function addPage({ db, now }: Context, sent: PageInput, id: string = randomUUID()): Promise<AdminPage> {
  const input = trim(sent);
  requireNoGaps(input);
  const at = now();
  const create = (slug: string) => repository.createPage(db, { id, ...input, slug, createdAt: at, updatedAt: at });
  if (!input.slug) {
    const listTaken = async (slug: string) => new Set([...(await repository.listPageSlugs(db, slug)), GUARANTEE_SLUG]);
    const options = { listTaken, constraint: SLUG_CONSTRAINT };
    return repository.toAdminPage(await withFreeSlug(slugify(input.title, 'page'), options, create));
  }
  if (isReserved(input.slug)) throw createSlugTaken(input.slug);
  try {
    return repository.toAdminPage(await create(input.slug));
  } catch (error) {
    throw toSlugTaken(error, input.slug);
  }
}

/**
 * An empty slug leaves it unchanged. Throws `version_conflict` if the page was changed after that version, unless it already has the values
 * that were sent.
 */
export async function changePage({ db, now }: Context, id: string, sent: PageInput, version?: number): Promise<AdminPage> {
  const input = trim(sent);
  try {
    return await db.transaction(async (tx) => {
      const current = await repository.lockPage(tx, id);
      if (!current) throw createNotFoundError();
      const fields = { ...input, slug: input.slug || current.slug };
      if (fields.slug !== current.slug && isReserved(fields.slug)) throw createSlugTaken(fields.slug);
      if (isDeepStrictEqual({ ...current, ...fields }, current)) return repository.toAdminPage(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ page: repository.toAdminPage(current) });
      requireNoGaps(fields);
      return repository.toAdminPage(await repository.updatePage(tx, id, { ...fields, updatedAt: now() }));
    });
  } catch (error) {
    throw toSlugTaken(error, input.slug);
  }
}

export async function removePage({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deletePage(db, id))) throw createNotFoundError();
}
