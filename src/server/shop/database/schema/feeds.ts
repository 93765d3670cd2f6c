/** The feeds for Google and Meta, as a job has made them, and what it found that they would refuse. All of it is made again from the products. */
import { customType, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedName, FeedProblem } from '../../../../contract/feeds.ts';
import { products } from './catalog.ts';
import { timestamptz } from './columns.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** One row for each time that the feeds were made, or are to be made; the newest finished one is served. */
export const feedBuilds = pgTable('feed_builds', {
  id: uuid('id').primaryKey(),
  requestedAt: timestamptz('requested_at').notNull(),
  /** Null: nobody has begun. */
  startedAt: timestamptz('started_at'),
  finishedAt: timestamptz('finished_at'),
  products: integer('products').notNull().default(0),
  /** Variants, and products without any: the entries of a feed. */
  items: integer('items').notNull().default(0),
  /** How many products have each problem. */
  problems: jsonb('problems').$type<Partial<Record<FeedProblem, number>>>().notNull().default({}),
  /** Bytes of each feed, compressed. */
  sizes: jsonb('sizes').$type<Partial<Record<FeedName, number>>>().notNull().default({}),
});

/** The feeds in pieces of a compressed file, which are sent one after the other. */
export const feedParts = pgTable(
  'feed_parts',
  {
    buildId: uuid('build_id')
      .notNull()
      .references(() => feedBuilds.id, { onDelete: 'cascade' }),
    feed: text('feed').notNull().$type<FeedName>(),
    part: smallint('part').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.buildId, t.feed, t.part] })],
);

/** One row for each problem of a product. Each build writes only what differs. */
export const feedProblems = pgTable(
  'feed_problems',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    problem: text('problem').notNull().$type<FeedProblem>(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.problem] }), index('feed_problems_by_problem').on(t.problem, t.productId)],
);
