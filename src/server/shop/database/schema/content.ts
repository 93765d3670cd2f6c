/** What a merchant writes: settings, pages and redirects; and former addresses. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, timestamptz } from './columns.ts';

/** Values by name: the shop's settings, its pages of text, and secrets that the shop generated for itself. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  /** Raised by each change; see functions/raise_version.sql. */
  version: integer('version').notNull().default(1),
});

const PAGE_STATUSES = ['draft', 'published'] as const;

export const pages = pgTable(
  'pages',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    /** Markdown. */
    text: text('text').notNull(),
    status: text('status', { enum: PAGE_STATUSES }).notNull(),
    inFooter: boolean('in_footer').notNull(),
    footerPosition: integer('footer_position').notNull(),
    /** For search engines; empty: the page's first words. */
    description: text('description').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** Raised by each change; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('pages_title').on(t.title, t.id),
    index('pages_footer').on(t.footerPosition, t.title).where(sql`${t.inFooter} and ${t.status} = 'published'`),
    check('pages_status', isOneOf(t.status, PAGE_STATUSES)),
  ],
);

/** Redirects from paths to others. Only read if the shop has no page at a path. */
export const redirects = pgTable(
  'redirects',
  {
    id: uuid('id').primaryKey(),
    /** In lower case and without a slash at its end. */
    from: text('from_path').notNull().unique(),
    to: text('to_path').notNull(),
    /** `to` in the form in which `from` is stored: no redirect may lead to another's start. */
    toKey: text('to_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [index('redirects_to_key').on(t.toKey)],
);

/**
 * Former slugs of products, categories, pages and collections, also of deleted ones: a slug leads to what has this id now, or to nothing. Written by
 * functions/content_changed.sql, and read only if nothing has the slug now, because something else may take it. Not foreign keys, because rows
 * outlive what they name.
 */
export const slugHistory = pgTable(
  'slug_history',
  {
    kind: text('kind', { enum: ['product', 'category', 'page', 'brand', 'collection'] }).notNull(),
    slug: text('slug').notNull(),
    targetId: uuid('target_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] })],
);
