import { timestamp } from 'drizzle-orm/pg-core';

/** `timestamptz` read as a Date: cut to milliseconds, because a Date holds no more and a value read back must equal the stored one. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
