/** What shoppers see of a collection: its page, with the products that it holds at this moment. */
import { COLLECTION_PREVIEW_PRODUCTS, type CollectionSort, type PublicCollection } from '../../../../contract/collection.ts';
import { MAX_PAGE_SIZE } from '../../../../contract/limits.ts';
import type { FilterChoices } from '../../../../contract/product.ts';
import type { Rule } from '../../../../contract/rules.ts';
import type { Deps } from '../../../deps.ts';
import type { Dependency } from '../../../platform/cache/dependencies.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { renderMarkdown, summarize } from '../../content/pages/markdown.ts';
import { findSlugOwner } from '../../database/slug.ts';
import { listByFacets, readFacetGroups } from '../listing/filtered-list.service.ts';
import { requireMeaning, resolveRule } from '../rules/rule.service.ts';
import { listRuleDependencies, type ResolvedRule } from '../rules/rule.ts';
import { NO_FILTER } from '../search/filters.ts';
import { type CollectionRow, findCollection, findCollectionBySlug, toImage } from './collection.repository.ts';
import { collectionNotFound } from './collection.service.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize' | 'now'>;

interface PageQuery {
  page?: number;
  limit?: number;
  /** Absent: the collection's own. */
  sort?: CollectionSort;
  filters?: FilterChoices;
}

/** Finds it by its slug or a former one. Throws `page_gone` if it has been deleted, and `not_found` also for a draft. */
async function findPublished(db: Database, slug: string): Promise<CollectionRow> {
  const found = await findCollectionBySlug(db, slug);
  const ownerId = found ? null : await findSlugOwner(db, 'collection', slug);
  const row = ownerId ? await findCollection(db, ownerId) : found;
  if (ownerId && !row) throw new AppError('page_gone', 'This collection was deleted');
  if (!row?.isPublished) throw collectionNotFound();
  return row;
}

function toPublic(row: CollectionRow): PublicCollection {
  const { id: _id, title, slug, sort, seoTitle, seoDescription } = row;
  const content = renderMarkdown(row.text);
  const description = seoDescription || summarize(content);
  return { _id, title, slug, content, image: toImage(row), sort, description, ...(seoTitle && { seoTitle }) };
}

/** Products that are put in by hand come in that order, and sorted by rule in the order of the newest. */
function toWindow(sort: CollectionSort, rule: ResolvedRule) {
  if (sort !== 'manual') return { sort };
  return { sort: 'newest' as const, ...('productIds' in rule && { first: rule.productIds }) };
}

const readRule = async (context: Context, { rule, productIds }: Pick<CollectionRow, 'rule' | 'productIds'>): Promise<ResolvedRule> =>
  rule ? (await resolveRule(context, rule)).rule : { productIds };

export async function browseCollection(context: Context, slug: string, { page = 1, limit = MAX_PAGE_SIZE, ...query }: PageQuery) {
  const row = await findPublished(context.db, slug);
  const rule = await readRule(context, row);
  const filter = { ...NO_FILTER, groups: await readFacetGroups(context, query.filters), rule };
  const sort = query.sort ?? row.sort;
  const window = { offset: (page - 1) * limit, limit, ...toWindow(sort, rule) };
  const { products, total, isAbout, filters } = await listByFacets(context, filter, window);
  // What is sold changes no product: so this order is right within a minute.
  const ofOrder = sort === 'best-selling' ? (['minute'] as const) : [];
  const dependencies: Dependency[] = [`collection:${row.id}`, ...listRuleDependencies(rule), ...ofOrder];
  return { collection: toPublic(row), products, total, page, limit, isAbout, filters, dependencies };
}

const previewProducts = async (context: Context, rule: ResolvedRule, sort: CollectionSort) => {
  const window = { offset: 0, limit: COLLECTION_PREVIEW_PRODUCTS, ...toWindow(sort, rule) };
  const { products, total, isAbout } = await listByFacets(context, { ...NO_FILTER, rule }, window);
  return { products, total, isAbout };
};

/** How many products a rule holds now, and the first of them. */
export async function previewRule(context: Context, sent: Rule, sort: CollectionSort = 'newest') {
  await requireMeaning(context.db, sent);
  const { rule, gone } = await resolveRule(context, sent);
  return { ...(await previewProducts(context, rule, sort)), gone };
}

/** The same of a collection as it is saved. */
export async function previewCollection(context: Context, id: string) {
  const row = await findCollection(context.db, id);
  if (!row) throw collectionNotFound();
  const { rule, gone } = row.rule ? await resolveRule(context, row.rule) : { rule: { productIds: row.productIds }, gone: [] };
  return { ...(await previewProducts(context, rule, row.sort)), gone };
}
