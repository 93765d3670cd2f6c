/** The feeds as they are stored, and the products that they are made of. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { FeedName, FeedProblem } from '../../../contract/feeds.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { type DetailedRow, detailedColumns } from '../catalog/products/product-row.repository.ts';
import { isListed, products } from '../database/schema/catalog.ts';
import { categories } from '../database/schema/category.ts';
import { feedBuilds, feedParts, feedProblems } from '../database/schema/feeds.ts';

export type FeedBuild = typeof feedBuilds.$inferSelect;

/** Products that are shown at this moment, by id: each statement sees one state of the shop. `after`: the last one of the page before. */
export async function listFeedProducts(db: Database, after: string | null, limit: number): Promise<DetailedRow[]> {
  return db
    .select(detailedColumns)
    .from(products)
    .where(
      and(
        isListed(products.status),
        or(isNull(products.publishUntil), gt(products.publishUntil, sql`now()`)),
        after === null ? undefined : gt(products.id, after),
      ),
    )
    .orderBy(asc(products.id))
    .limit(limit) as Promise<DetailedRow[]>;
}

export interface FeedCategory {
  id: string;
  name: string;
  parentId: string | null;
  googleCategory: string | null;
}

export async function listFeedCategories(db: Database): Promise<FeedCategory[]> {
  const { id, name, parentId, googleCategory } = categories;
  return db.select({ id, name, parentId, googleCategory }).from(categories);
}

/** The newest one that is finished. */
export async function findServedBuild(db: Database): Promise<FeedBuild | null> {
  const [row] = await db.select().from(feedBuilds).where(isNotNull(feedBuilds.finishedAt)).orderBy(desc(feedBuilds.finishedAt)).limit(1);
  return row ?? null;
}

/** Those that were asked for or begun since, and aren't finished. */
export const countOpenBuilds = (db: Database, since: Date): Promise<number> =>
  db.$count(feedBuilds, and(isNull(feedBuilds.finishedAt), gt(feedBuilds.requestedAt, since)));

export const hasRequest = async (db: Database): Promise<boolean> => (await db.$count(feedBuilds, isNull(feedBuilds.startedAt))) > 0;

/** One that waits already does for all who ask. */
export async function requestBuild(db: Database, id: string, at: Date): Promise<void> {
  await query(
    db,
    sql`insert into feed_builds (id, requested_at) select ${id}, ${at.toISOString()}::timestamptz
      where not exists (select from feed_builds where started_at is null)`,
  );
}

/** Takes over all that was asked for until now. */
export async function startBuild(db: Database, id: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(feedBuilds).where(isNull(feedBuilds.startedAt));
    await tx.insert(feedBuilds).values({ id, requestedAt: at, startedAt: at });
  });
}

export async function createPart(db: Database, buildId: string, feed: FeedName, part: number, bytes: Buffer): Promise<void> {
  await db.insert(feedParts).values({ buildId, feed, part, bytes });
}

export async function findPart(db: Database, buildId: string, feed: FeedName, part: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ bytes: feedParts.bytes })
    .from(feedParts)
    .where(and(eq(feedParts.buildId, buildId), eq(feedParts.feed, feed), eq(feedParts.part, part)));
  return row ? Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength) : null;
}

type Result = Pick<FeedBuild, 'products' | 'items' | 'problems' | 'sizes'> & { finishedAt: Date };

/**
 * From now on this one is served. The one before stays, because somebody may be reading it; older ones go, and what a process that was killed has left behind:
 * `abandoned`, begun before this moment.
 */
export async function finishBuild(db: Database, id: string, result: Result, abandoned: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(feedBuilds).set(result).where(eq(feedBuilds.id, id));
    const kept = await tx
      .select({ id: feedBuilds.id })
      .from(feedBuilds)
      .where(isNotNull(feedBuilds.finishedAt))
      .orderBy(desc(feedBuilds.finishedAt))
      .limit(2);
    const keptIds = kept.map((it) => it.id);
    const isOver = or(isNotNull(feedBuilds.finishedAt), lt(feedBuilds.startedAt, abandoned));
    await tx.delete(feedBuilds).where(and(isOver, notInArray(feedBuilds.id, keptIds)));
  });
}

/** Also a build that is under way, which then ends with an error. */
export async function deleteBuilds(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(feedBuilds);
    await tx.delete(feedProblems);
  });
}

/** What lies between two ids; null: no end on this side. */
export interface IdRange {
  after: string | null;
  until: string | null;
}

/** Stores the problems of the products in a range, and writes only what differs from those that are stored. */
export async function saveProblems(
  db: Database,
  { after, until }: IdRange,
  found: readonly { productId: string; problem: FeedProblem }[],
): Promise<void> {
  const ids = sql.param(found.map(({ productId }) => productId));
  const problems = sql.param(found.map(({ problem }) => problem));
  const isBehind = after === null ? sql`` : sql`product_id > ${after} and`;
  const isBefore = until === null ? sql`` : sql`product_id <= ${until} and`;
  const wanted = sql`select * from unnest(${ids}::uuid[], ${problems}::text[]) as wanted (product_id, problem)`;
  await db.transaction(async (tx) => {
    await query(tx, sql`delete from feed_problems where ${isBehind} ${isBefore} (product_id, problem) not in (${wanted})`);
    // Those that were deleted meanwhile have no problems.
    await query(
      tx,
      sql`insert into feed_problems (product_id, problem) select product_id, problem from (${wanted}) wanted
        where exists (select from products where id = product_id) on conflict do nothing`,
    );
  });
}

export interface ProblemPage {
  problem: FeedProblem | null;
  /** The last product of the page before. */
  after?: string | null;
  /** The first product of the page behind. */
  before?: string | null;
  offset?: number;
  limit: number;
}

export interface ProblemRow {
  id: string;
  name: string;
  slug: string;
  sku: string | null;
  imageId: string;
  problems: FeedProblem[];
}

/** By id, which is the order of both indexes, so that any page is read from where it begins. */
export async function listProblemPage(
  db: Database,
  { problem, after = null, before = null, offset = 0, limit }: ProblemPage,
): Promise<ProblemRow[]> {
  const conditions = [
    ...(problem ? [sql`problem = ${problem}`] : []),
    ...(after ? [sql`product_id > ${after}`] : []),
    ...(before ? [sql`product_id < ${before}`] : []),
  ];
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const order = before ? sql`product_id desc` : sql`product_id`;
  // A product has one row for each of its problems.
  const distinct = problem ? sql`` : sql`distinct`;
  const rows = await query<ProblemRow>(
    db,
    sql`with page as (select ${distinct} product_id from feed_problems ${where} order by ${order} limit ${limit} offset ${offset})
      select p.id, p.name, p.slug, p.sku, p.image_id as "imageId",
        (select array_agg(f.problem) from feed_problems f where f.product_id = p.id) as problems
      from page join products p on p.id = page.product_id order by p.id`,
  );
  return rows;
}

export async function countProducts(db: Database, problem: FeedProblem | null, max: number): Promise<number> {
  const source = problem
    ? sql`select from feed_problems where problem = ${problem} limit ${max}`
    : sql`select distinct product_id from feed_problems limit ${max}`;
  const [row] = await query<{ count: number }>(db, sql`select count(*)::int as count from (${source}) found`);
  return row?.count ?? 0;
}
