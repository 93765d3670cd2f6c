/** Accounts and guests as the team lists, filters and exports them; functions/customers.sql keeps their rows. */
import { type SQL, sql } from 'drizzle-orm';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import type { CustomerFilter, CustomerSort, ListedCustomer } from '../../../../contract/customer.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, type ListSource, listByKeyset, toInOrder, walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import type { CustomerKind } from '../../database/schema/customer.ts';
import { buildTextCondition } from '../../database/text-search.ts';

const KINDS: Record<NonNullable<CustomerFilter['filter']>, SQL> = {
  customers: sql`kind <> 'team'`,
  accounts: sql`kind = 'account'`,
  guests: sql`kind = 'guest'`,
  team: sql`kind = 'team'`,
  ordered: sql`orders > 0`,
  disabled: sql`is_disabled`,
};

/** Each has its index. */
const SORTS: Record<CustomerSort, NonNullable<ListSource['sortedBy']>> = {
  newest: { column: 'created_at', type: 'timestamptz' },
  'last-order': { column: 'last_order_at', type: 'timestamptz' },
  spent: { column: 'spent_cents', type: 'bigint' },
  orders: { column: 'orders', type: 'int' },
};

/** When the day begins in the shop's time zone. A value, not an expression: PostgreSQL can estimate how many orders follow. */
async function findStart(db: Database, day: string): Promise<SQL> {
  const [found] = await query<{ start: string }>(db, sql`select (${day}::date::timestamp at time zone shop_time_zone())::text as start`);
  return sql`${found?.start ?? day}::timestamptz`;
}

async function buildConditions(db: Database, filter: CustomerFilter): Promise<SQL[]> {
  const { filter: kind, keyword = '', tag, country, minOrders, minSpent, orderedSince, consent } = filter;
  return [
    ...(kind ? [KINDS[kind]] : []),
    ...(keyword.trim() ? [buildTextCondition(sql`search_text`, keyword.trim())] : []),
    // Both in the words of the partial index.
    ...(tag === undefined ? [] : [sql`tags <> '{}' and tags @> array[${tag.trim()}]`]),
    ...(country === undefined ? [] : [sql`country = ${country}`]),
    ...(minOrders === undefined ? [] : [sql`orders >= ${minOrders}`]),
    ...(minSpent === undefined ? [] : [sql`spent_cents >= ${toCents(minSpent)}`]),
    ...(orderedSince === undefined ? [] : [sql`last_order_at >= ${await findStart(db, orderedSince)}`]),
    ...(consent === undefined ? [] : [sql`consent_at is not null`]),
  ];
}

/** Up to this many matches are collected and sorted. If more match, nearly every page has some: the list is read in its order until the page is full. */
const MAX_COLLECTED = 2000;

export async function selectCustomers(db: Database, filter: CustomerFilter, sort: CustomerSort = 'newest'): Promise<ListSource> {
  const sortedBy = SORTS[sort];
  const columns = sql.raw(`id, ${sortedBy.column}`);
  const conditions = await buildConditions(db, filter);
  if (!conditions.length) return { table: 'customers', rows: sql`select ${columns} from customers`, sortedBy };
  const matching = sql.join(conditions, sql` and `);
  const found = await query<{ id: string }>(db, sql`select id from customers where ${matching} limit ${MAX_COLLECTED + 1}`);
  const where = found.length > MAX_COLLECTED ? matching : sql`id = any(${sql.param(found.map(({ id }) => id))}::uuid[])`;
  return { table: 'customers', rows: sql`select ${columns} from customers where ${where}`, sortedBy };
}

interface CustomerRow {
  id: string;
  kind: CustomerKind;
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  country: string | null;
  orders: number;
  spent: number;
  lastOrderAt: string | null;
  tags: string[];
  consentAt: string | null;
  createdAt: string;
  disabledAt: string | null;
  isConfirmed: boolean;
  custom: CustomFields | null;
}

/** For the file alone. */
export type ExportedCustomer = ListedCustomer & { address: string; isConfirmed: boolean; custom: CustomFields | null };

const toTime = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const toListed = ({ id, spent, phone, address, createdAt, ...row }: CustomerRow): ExportedCustomer => ({
  _id: id,
  ...row,
  phone: phone ?? '',
  address: address ?? '',
  spent: toDollars(spent),
  lastOrderAt: toTime(row.lastOrderAt),
  consentAt: toTime(row.consentAt),
  disabledAt: toTime(row.disabledAt),
  createdAt: new Date(createdAt).toISOString(),
});

/** In the order of the ids. A sum of cents is exact as float8 up to 90 trillion dollars. */
async function findCustomers(db: Database, ids: string[]): Promise<ExportedCustomer[]> {
  const rows = await query<CustomerRow>(
    db,
    sql`select c.id, c.kind, c.name, c.email, u.phone, u.address, c.country, c.orders, c.spent_cents::float8 as spent,
        nullif(c.last_order_at, '-infinity') as "lastOrderAt", c.tags, c.consent_at as "consentAt", c.created_at as "createdAt",
        u.disabled_at as "disabledAt", u.email_confirmed_at is not null as "isConfirmed", c.custom
      from customers c left join users u on u.id = c.user_id where c.id = any(${sql.param(ids)}::uuid[])`,
  );
  return toInOrder(ids, rows.map(toListed), ({ _id }) => _id);
}

export async function findCustomer(db: Database, id: string): Promise<ListedCustomer | null> {
  const [found] = await findCustomers(db, [id]);
  return found ? toPublic(found) : null;
}

const toPublic = ({ address: _address, isConfirmed: _isConfirmed, custom: _custom, ...customer }: ExportedCustomer): ListedCustomer =>
  customer;

export async function listCustomers(db: Database, filter: CustomerFilter, sort: CustomerSort | undefined, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, await selectCustomers(db, filter, sort), listQuery);
  return { customers: (await findCustomers(db, ids)).map(toPublic), ...found };
}

/** The whole list, in batches. */
export const walkCustomers = (read: ReadFromReplica, filter: CustomerFilter, batchSize: number) =>
  walkByKeyset(read, { select: (db) => selectCustomers(db, filter), readRows: findCustomers, batchSize });
