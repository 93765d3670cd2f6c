/** Brands: who makes what the shop sells. Each has a page. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const brands = pgTable(
  'brands',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** Markdown, shown above its products; empty: none. */
    description: text('description').notNull().default(''),
    imageId: text('image_id'),
    /** Alternative text of the image; empty: the brand's name. */
    imageAlt: text('image_alt').notNull().default(''),
    /** The key of the manufacturer of its products (safety.ts), unless they have their own; null: none. */
    maker: text('maker'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** It was merged into this one: its name and its address lead there; null: it wasn't. */
    mergedInto: uuid('merged_into'),
    /** Products of it are still to be moved, or to be found by its new name: catalog/brands/tidy-brands.service.ts. */
    isUntidy: boolean('is_untidy').notNull().default(false),
  },
  (t) => [
    // Acme and ACME are one.
    uniqueIndex('brands_name_key').on(sql`lower(${t.name})`),
    index('brands_untidy').on(t.id).where(sql`${t.isUntidy}`),
  ],
);
