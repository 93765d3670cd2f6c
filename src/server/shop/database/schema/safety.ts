/** Who answers for the safety of products: makers, and the persons who answer for them in the European Union and the United Kingdom. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SAFETY_ROLES } from '../../../../contract/safety.ts';
import { isOneOf, timestamptz } from './columns.ts';

export const safetyContacts = pgTable(
  'safety_contacts',
  {
    id: uuid('id').primaryKey(),
    /** By which products, brands and files name it: made of its first name, and it never changes. */
    key: text('key').notNull().unique(),
    role: text('role', { enum: SAFETY_ROLES }).notNull(),
    name: text('name').notNull(),
    /** In several lines, without the country. */
    address: text('address').notNull(),
    /** By ISO 3166-1. */
    country: text('country').notNull(),
    email: text('email').notNull().default(''),
    /** A web address; there is this or an email. */
    website: text('website').notNull().default(''),
    /** Of a maker outside: who answers for its products there. */
    euPersonId: uuid('eu_person_id').references((): AnyPgColumn => safetyContacts.id, { onDelete: 'restrict' }),
    ukPersonId: uuid('uk_person_id').references((): AnyPgColumn => safetyContacts.id, { onDelete: 'restrict' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change; see functions/raise_version.sql. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('safety_contacts_name_key').on(t.role, sql`lower(${t.name})`),
    index('safety_contacts_eu_person').on(t.euPersonId),
    index('safety_contacts_uk_person').on(t.ukPersonId),
    check('safety_contacts_role', isOneOf(t.role, SAFETY_ROLES)),
    check('safety_contacts_reachable', sql`${t.email} <> '' or ${t.website} <> ''`),
  ],
);
