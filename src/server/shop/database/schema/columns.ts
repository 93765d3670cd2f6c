/** What several tables define their columns by. */
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, jsonb, timestamp } from 'drizzle-orm/pg-core';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';

/** `timestamptz` read as a Date: cut to milliseconds, because a Date holds no more and a value read back must equal the stored one. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** A check that the column holds one of `values`: drizzle's `enum` of a text column only exists for TypeScript. */
export const isOneOf = (column: AnyPgColumn | SQL, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((it) => `'${it}'`).join(', '))})`;

/** The values of the merchant's own fields, by their keys; null: none. shop/fields/ checks them. */
export const customColumn = () => jsonb('custom').$type<CustomFields>();

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
