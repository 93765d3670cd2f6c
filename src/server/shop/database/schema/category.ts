/** The tree of categories. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customColumn, timestamptz, tsvector } from './columns.ts';

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** The category's own text, shown above its products; empty: none. */
    description: text('description').notNull().default(''),
    /** The category's own image; null: its newest product's image is shown. */
    imageId: text('image_id'),
    /** Alternative text of its own image; empty: the category's name. */
    imageAlt: text('image_alt').notNull().default(''),
    /** The category that it is part of; null: it is at the top. functions/category_tree.sql refuses circles and a sixth level. */
    parentId: uuid('parent_id').references((): AnyPgColumn => categories.id, { onDelete: 'restrict' }),
    /** Its place among the categories of the same parent; equal ones are sorted by name, as all are until a merchant orders them. */
    position: integer('position').notNull().default(0),
    /** The number of Google's category, of all products in its branch; null: that of its parent. */
    googleCategory: text('google_category'),
    custom: customColumn(),
    /** Products that its page shows first, in their order. One that is gone, or in other categories now, is merely not shown there. */
    pinnedIds: uuid('pinned_ids').array().notNull().default([]),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change of what an edit form shows; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    nameWords: tsvector('name_words').generatedAlwaysAs(sql`search_name_vector(name)`),
  },
  (t) => [
    // Categories of different parents may have the same name: Men > Shoes and Women > Shoes.
    uniqueIndex('categories_sibling_name_key').on(
      sql`coalesce(${t.parentId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      sql`lower(${t.name})`,
    ),
    index('categories_parent').on(t.parentId),
  ],
);
