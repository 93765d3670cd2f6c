import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A check that the column holds one of `values`: drizzle's `enum` of a text column only exists for TypeScript. */
export const isOneOf = (column: AnyPgColumn | SQL, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((it) => `'${it}'`).join(', '))})`;
