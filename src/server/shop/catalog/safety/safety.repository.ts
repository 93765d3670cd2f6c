/** The rows of manufacturers and responsible persons, and what a product shows of them. */
import { eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { MAX_TOTAL, SAFETY_CONTACTS_MAX } from '../../../../contract/limits.ts';
import type { ListedSafetyContact, SafetyContact } from '../../../../contract/safety.ts';
import type { SafetyFields } from '../../../../contract/safety-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { safetyContacts } from '../../database/schema/safety.ts';

const columns = {
  _id: safetyContacts.id,
  key: safetyContacts.key,
  role: safetyContacts.role,
  name: safetyContacts.name,
  address: safetyContacts.address,
  country: safetyContacts.country,
  email: safetyContacts.email,
  website: safetyContacts.website,
  euPerson: safetyContacts.euPersonId,
  ukPerson: safetyContacts.ukPersonId,
  version: safetyContacts.version,
};

/** By name. */
export function listContacts(db: Database): Promise<ListedSafetyContact[]> {
  const count = (table: string) =>
    sql`(select count(*)::int from (select from ${sql.raw(table)} it where it.maker = c.key limit ${MAX_TOTAL}) used)`;
  return query<ListedSafetyContact>(
    db,
    sql`select c.id as _id, c.key, c.role, c.name, c.address, c.country, c.email, c.website, c.eu_person_id as "euPerson", c.uk_person_id as "ukPerson", c.version,
        ${count('products')} as products, ${count('brands')} as brands,
        (select count(*)::int from safety_contacts o where c.id in (o.eu_person_id, o.uk_person_id)) as contacts
      from safety_contacts c order by lower(c.name), c.id limit ${SAFETY_CONTACTS_MAX}`,
  );
}

export async function countContacts(db: Database): Promise<number> {
  return db.$count(safetyContacts);
}

/** Waits for products that are being given to it, and keeps others from being until the transaction ends. */
export async function lockContact(tx: Database, id: string): Promise<SafetyContact | null> {
  const [row] = await tx.select(columns).from(safetyContacts).where(eq(safetyContacts.id, id)).for('update');
  return row ?? null;
}

export async function countUses(tx: Database, { key, _id }: Pick<SafetyContact, 'key' | '_id'>) {
  const [row] = await query<{ products: number; brands: number; contacts: number }>(
    tx,
    sql`select (select count(*)::int from products where maker = ${key}) as products, (select count(*)::int from brands where maker = ${key}) as brands,
      (select count(*)::int from safety_contacts where ${_id}::uuid in (eu_person_id, uk_person_id)) as contacts`,
  );
  return row ?? { products: 0, brands: 0, contacts: 0 };
}

/** The roles of those that there are, by id. They stay until the transaction ends. */
export async function listRoles(tx: Database, ids: readonly string[]): Promise<Map<string, SafetyContact['role']>> {
  const rows = await query<{ id: string; role: SafetyContact['role'] }>(
    tx,
    sql`select id, role from safety_contacts where id = any(${sql.param(ids)}::uuid[]) for key share`,
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

export async function listTakenKeys(db: Database, base: string): Promise<Set<string>> {
  const rows = await query<{ key: string }>(db, sql`select key from safety_contacts where key = ${base} or key like ${`${base}-%`}`);
  return new Set(rows.map(({ key }) => key));
}

type ContactColumns = Partial<Omit<typeof safetyContacts.$inferInsert, 'id' | 'key' | 'version'>>;

export async function createContact(tx: Database, row: typeof safetyContacts.$inferInsert): Promise<SafetyContact> {
  const [contact] = await tx.insert(safetyContacts).values(row).returning(columns);
  if (!contact) throw new Error('the created contact is missing');
  return contact;
}

export async function updateContact(tx: Database, id: string, change: ContactColumns): Promise<SafetyContact> {
  const [contact] = await tx.update(safetyContacts).set(change).where(eq(safetyContacts.id, id)).returning(columns);
  if (!contact) throw new Error('the changed contact is missing');
  return contact;
}

export async function deleteContact(tx: Database, id: string): Promise<void> {
  await tx.delete(safetyContacts).where(eq(safetyContacts.id, id));
}

/** Makers by what names them, a key or a name in any case. `isLocked`: none of them is deleted until the transaction ends. */
export async function findMakers(db: Database, texts: readonly string[], isLocked: boolean): Promise<Map<string, string>> {
  const rows = await query<{ asked: string; key: string }>(
    db,
    sql`select asked, key from unnest(${sql.param(texts)}::text[]) asked join safety_contacts c on c.key = asked or lower(c.name) = lower(asked)
      where c.role = 'manufacturer' order by c.key <> asked ${isLocked ? sql`for key share of c` : sql``}`,
  );
  // A key goes before a name.
  return new Map(rows.reverse().map(({ asked, key }) => [asked, key]));
}

type Safety = NonNullable<Static<typeof SafetyFields.safety>>;

const shown = (alias: string) =>
  sql.raw(`case when ${alias}.id is not null then json_strip_nulls(json_build_object('name', ${alias}.name, 'address', ${alias}.address,
    'country', ${alias}.country, 'email', nullif(${alias}.email, ''), 'website', nullif(${alias}.website, ''))) end`);

/** Of a row of products: its own maker, or its brand's, with who answers for it. Three reads by key, and none where neither names one. */
export const SHOWN_SAFETY =
  sql<Safety | null>`(select json_strip_nulls(json_build_object('maker', ${shown('m')}, 'euPerson', ${shown('eu')}, 'ukPerson', ${shown('uk')}))
  from safety_contacts m left join safety_contacts eu on eu.id = m.eu_person_id left join safety_contacts uk on uk.id = m.uk_person_id
  where m.role = 'manufacturer' and m.key = coalesce(products.maker, (select b.maker from brands b where b.id = products.brand_id)))`.as(
    'safety',
  );

/** Of rows of products: neither they nor their brand name a maker that there is. */
export const HAS_NO_MAKER = sql`not exists (select from safety_contacts m where m.role = 'manufacturer'
  and m.key = coalesce(products.maker, (select b.maker from brands b where b.id = products.brand_id)))`;

/** Of a row `p` of products: the name of its maker, or of its brand's. */
export const MAKER_NAME = sql`(select m.name from safety_contacts m where m.role = 'manufacturer'
  and m.key = coalesce(p.maker, (select b.maker from brands b where b.id = p.brand_id)))`;
