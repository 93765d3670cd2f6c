/** The pages that a merchant writes in Markdown, as many as they like. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AdminPage, Page, PageInput } from '../../../../contract/page.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import { renderMarkdown, summarize } from './markdown.ts';
import * as repository from './page.repository.ts';

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

function toSlugTaken(error: unknown, slug: string): unknown {
  if (findUniqueViolation(error) !== SLUG_CONSTRAINT) return error;
  return new AppError('slug_taken', `Another page has the address /pages/${slug} already`, {
    issues: [{ path: 'slug', code: 'taken', message: 'is taken' }],
  });
}

/** If no slug is given, a free one is made from the title. Throws `slug_taken` if another page has the given one. */
export async function addPage({ db, now }: Context, sent: PageInput, id: string = randomUUID()): Promise<AdminPage> {
  const input = trim(sent);
  const at = now();
  const create = (slug: string) => repository.createPage(db, { id, ...input, slug, createdAt: at, updatedAt: at });
  if (!input.slug) {
    const options = { listTaken: (slug: string) => repository.listPageSlugs(db, slug), constraint: SLUG_CONSTRAINT };
    return repository.toAdminPage(await withFreeSlug(slugify(input.title, 'page'), options, create));
  }
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
      if (isDeepStrictEqual({ ...current, ...fields }, current)) return repository.toAdminPage(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ page: repository.toAdminPage(current) });
      return repository.toAdminPage(await repository.updatePage(tx, id, { ...fields, updatedAt: now() }));
    });
  } catch (error) {
    throw toSlugTaken(error, input.slug);
  }
}

export async function removePage({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deletePage(db, id))) throw createNotFoundError();
}
