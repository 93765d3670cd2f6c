/** Collections: products that a merchant puts together by hand or by a rule. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { COLLECTION_SORTS } from '../../../../contract/collection.ts';
import type { Rule } from '../../../../contract/rules.ts';
import { isOneOf, timestamptz } from './columns.ts';

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    /** Markdown; empty: none. */
    text: text('text').notNull(),
    /** Null: it is shown without an image. */
    imageId: text('image_id'),
    /** Alternative text of the image; empty: the title. */
    imageAlt: text('image_alt').notNull(),
    isPublished: boolean('is_published').notNull(),
    /** Once it is published, the shop's menu leads to it. */
    isInMenu: boolean('is_in_menu').notNull().default(false),
    sort: text('sort', { enum: COLLECTION_SORTS }).notNull(),
    /** As the API takes it. Null: it holds what is put in by hand. */
    rule: jsonb('rule').$type<Rule>(),
    /** Put in by hand, in their order. Not in a table of their own: they are read and saved as one, and a product that is gone is merely not found. */
    productIds: uuid('product_ids').array().notNull(),
    seoTitle: text('seo_title').notNull(),
    seoDescription: text('seo_description').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** Raised by each change; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('collections_title').on(t.title, t.id),
    // For the cleanup of unused images.
    index('collections_image').on(t.imageId),
    check('collections_sort', isOneOf(t.sort, COLLECTION_SORTS)),
    check('collections_manual_sort', sql`${t.sort} <> 'manual' or ${t.rule} is null`),
  ],
);
