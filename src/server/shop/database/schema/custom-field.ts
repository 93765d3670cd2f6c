/** The fields that the merchant defines. Their values are in the column `custom` of what they are of. */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { FIELD_TYPES } from '../../../../contract/custom-field-values.ts';
import { FIELD_OWNERS } from '../../../../contract/custom-fields.ts';
import { isOneOf, timestamptz } from './columns.ts';

export const customFields = pgTable(
  'custom_fields',
  {
    id: uuid('id').primaryKey(),
    owner: text('owner', { enum: FIELD_OWNERS }).notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    help: text('help').notNull().default(''),
    type: text('type', { enum: FIELD_TYPES }).notNull(),
    choices: text('choices').array().notNull().default(sql`'{}'`),
    isVisible: boolean('is_visible').notNull().default(false),
    isFilter: boolean('is_filter').notNull().default(false),
    position: integer('position').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Raised by each change but that of the position; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
    /** It was deleted: nobody sees it, and its row goes once its values are gone. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    /** Values are still to be removed: all of a deleted field, otherwise those of choices that it no longer has. */
    isUntidy: boolean('is_untidy').notNull().default(false),
  },
  (t) => [
    unique('custom_fields_key').on(t.owner, t.key),
    check('custom_fields_owner', isOneOf(t.owner, FIELD_OWNERS)),
    check('custom_fields_type', isOneOf(t.type, FIELD_TYPES)),
  ],
);
