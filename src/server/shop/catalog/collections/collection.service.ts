/** Collections as the team makes them: products that are put together by hand, or what a rule holds. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { COLLECTION_PRODUCTS_MAX } from '../../../../contract/collection.ts';
import type { AdminCollection, CollectionInput } from '../../../../contract/collection-admin.ts';
import type { IssueCode } from '../../../../contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { slugify, withFreeSlug } from '../../database/slug.ts';
import { requirePicked } from '../categories/pins.service.ts';
import { requireMeaning } from '../rules/rule.service.ts';
import * as repository from './collection.repository.ts';
import { type CollectionRow, toAdminCollection } from './collection.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const DEFAULT_LIMIT = 20;
const SLUG_CONSTRAINT = 'collections_slug_unique';

export const collectionNotFound = () => new AppError('not_found', 'There is no such collection');

const createIssueError = (path: string, code: IssueCode, message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code, message }] });

export async function listCollections({ db }: Pick<Context, 'db'>, { page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }) {
  const [collections, total] = [await repository.listAll(db, (page - 1) * limit, limit), await repository.countCollections(db)];
  return { collections, total, page, limit };
}

export async function readCollection(db: Database, id: string): Promise<AdminCollection> {
  const row = await repository.findCollection(db, id);
  if (!row) throw collectionNotFound();
  return toAdminCollection(row);
}

const unknownImage = () => createIssueError('image', 'unknown', 'This image no longer exists: please upload it again');

/** What is kept of the rule and the products: a collection by rule has its own order only if that can be computed. */
function toColumns(input: CollectionInput) {
  const { title, text, image, isPublished, isInMenu, sort, rule, products, seoTitle, seoDescription } = input;
  const imageId = image && parseImageUrl(image.url);
  if (image && !imageId) throw unknownImage();
  const alt = image?.alt?.trim() ?? '';
  return {
    title: title.trim(),
    ...(text !== undefined && { text: text.trim() }),
    ...(image !== undefined && { imageId: imageId ?? null, imageAlt: alt === title.trim() ? '' : alt }),
    ...(isPublished !== undefined && { isPublished }),
    ...(isInMenu !== undefined && { isInMenu }),
    ...(sort !== undefined && { sort }),
    ...(rule !== undefined && { rule }),
    ...(products && { productIds: products.map((id) => id.toLowerCase()) }),
    ...(seoTitle !== undefined && { seoTitle: seoTitle.trim() }),
    ...(seoDescription !== undefined && { seoDescription: seoDescription.trim() }),
  };
}

function requirePossibleSort({ sort, rule }: Pick<CollectionRow, 'sort' | 'rule'>): void {
  if (sort === 'manual' && rule)
    throw createIssueError('sort', 'invalid_choice', 'Only products that are put in by hand have an order by hand. Choose another order.');
}

/** Gives it an uploaded image that nothing else uses. Its former image can be put back for a day. */
async function exchangeImage(tx: Database, from: string | null, to: string | null | undefined, at: Date): Promise<void> {
  if (to === undefined || from === to) return;
  if (to !== null && !(await takeUnattachedImages(tx, [to])).has(to)) throw unknownImage();
  if (from !== null) await addUnattachedImages(tx, [from], at);
}

function toSlugTaken(error: unknown, slug: string): unknown {
  if (findUniqueViolation(error) !== SLUG_CONSTRAINT) return error;
  return new AppError('slug_taken', `Another collection already has the address /collections/${slug}`, {
    issues: [{ path: 'slug', code: 'taken', message: 'is taken' }],
  });
}

/** If no slug is given, a free one is made from the title. Throws `slug_taken` if another collection has the given one. */
export async function addCollection({ db, now }: Context, input: CollectionInput, id: string = randomUUID()): Promise<AdminCollection> {
  if (input.rule) await requireMeaning(db, input.rule);
  const columns = toColumns(input);
  const at = now();
  const row = {
    text: '',
    imageId: null,
    imageAlt: '',
    isPublished: false,
    isInMenu: false,
    sort: input.rule ? ('newest' as const) : ('manual' as const),
    rule: null,
    productIds: [],
    seoTitle: '',
    seoDescription: '',
    ...columns,
    id,
    createdAt: at,
    updatedAt: at,
  };
  requirePossibleSort(row);
  const create = (slug: string) =>
    db.transaction(async (tx) => {
      await requirePicked(tx, 'products', row.productIds, []);
      await exchangeImage(tx, null, row.imageId, at);
      return repository.createCollection(tx, { ...row, slug });
    });
  if (!input.slug) {
    const options = { listTaken: (slug: string) => repository.listCollectionSlugs(db, slug), constraint: SLUG_CONSTRAINT };
    return toAdminCollection(await withFreeSlug(slugify(row.title, 'collection'), options, create));
  }
  try {
    return toAdminCollection(await create(input.slug));
  } catch (error) {
    throw toSlugTaken(error, input.slug);
  }
}

/**
 * What isn't sent stays, and so does the slug if an empty one is. Throws `version_conflict` if it was changed after that version, unless it already has
 * the values that were sent.
 */
export async function changeCollection(
  { db, now }: Context,
  id: string,
  input: CollectionInput,
  version?: number,
): Promise<AdminCollection> {
  if (input.rule) await requireMeaning(db, input.rule);
  const columns = toColumns(input);
  try {
    return await db.transaction(async (tx) => {
      const current = await repository.lockCollection(tx, id);
      if (!current) throw collectionNotFound();
      const fields = { ...columns, slug: input.slug || current.slug };
      const next = { ...current, ...fields };
      requirePossibleSort(next);
      if (isDeepStrictEqual(next, current)) return toAdminCollection(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ collection: toAdminCollection(current) });
      if (fields.productIds) await requirePicked(tx, 'products', fields.productIds, current.productIds);
      await exchangeImage(tx, current.imageId, fields.imageId, now());
      return toAdminCollection(await repository.updateCollection(tx, id, { ...fields, updatedAt: now() }));
    });
  } catch (error) {
    throw toSlugTaken(error, input.slug ?? '');
  }
}

/** At its end, in the order in which they are given. Throws `invalid_request` for a collection by rule, and where it would hold too many. */
export async function addToCollection({ db, now }: Context, id: string, sent: readonly string[]) {
  return db.transaction(async (tx) => {
    const current = await repository.lockCollection(tx, id);
    if (!current) throw collectionNotFound();
    if (current.rule)
      throw createIssueError('products', 'not_allowed', `What is in ${current.title} follows from its rule. Choose a collection by hand.`);
    const known = new Set(current.productIds);
    const added = [...new Set(sent.map((it) => it.toLowerCase()))].filter((it) => !known.has(it));
    const productIds = [...current.productIds, ...added];
    if (productIds.length > COLLECTION_PRODUCTS_MAX) {
      const message = `A collection by hand has ${COLLECTION_PRODUCTS_MAX} products at most; this one has ${known.size}. Choose fewer, or make a rule.`;
      throw createIssueError('products', 'too_many', message);
    }
    await requirePicked(tx, 'products', added, []);
    const row = added.length ? await repository.updateCollection(tx, id, { productIds, updatedAt: now() }) : current;
    return { collection: toAdminCollection(row), added: added.length };
  });
}

/** Its products stay. Its image can be given to something else for a day. */
export async function removeCollection({ db, now }: Context, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await repository.deleteCollection(tx, id);
    if (!row) throw collectionNotFound();
    if (row.imageId) await addUnattachedImages(tx, [row.imageId], now());
  });
}
