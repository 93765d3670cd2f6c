import { timestamp } from 'drizzle-orm/pg-core';

/** A time with its zone, as a Date, to the millisecond. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
