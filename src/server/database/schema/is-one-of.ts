import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A check that the column holds one of `values`: `text` with an enum is a type of TypeScript's alone. */
export const isOneOf = (column: AnyPgColumn | SQL, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((it) => `'${it}'`).join(', '))})`;
