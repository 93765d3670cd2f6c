/** Accounts and guests as the team works with them: one customer, tags, notes, and the file of all. */
import { randomUUID } from 'node:crypto';
import type { ValuesInput } from '../../../../contract/custom-field-values.ts';
import type { CustomerDetails, CustomerFilter, tagCustomers as tagCall } from '../../../../contract/customer.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { CUSTOMER_TAGS_MAX } from '../../../../contract/limits.ts';
import { toZonedTime } from '../../../../contract/time-zone.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { findValues, listFields } from '../../fields/field.repository.ts';
import { saveValues } from '../../fields/field-values.service.ts';
import { toFieldColumn, writeFieldCells } from '../../fields/field-values.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { createNote, deleteNote, listBelongings, listGuestOrders, listNotes } from '../accounts/account.repository.ts';
import { readCustomer } from '../accounts/customer.service.ts';
import { findCustomer, selectCustomers, walkCustomers } from './customer-list.repository.ts';
import { changeTags, clearConsent, hasTooManyTags, listTags } from './customer-tags.repository.ts';

const LATEST_ORDERS = 10;
const EXPORT_BATCH = 500;

/** Small, so that payments of these customers wait for a moment only. */
const TAG_BATCH = 500;

export const createNotFoundError = () => new AppError('customer_not_found', 'There is no such customer');

/** Throws `customer_not_found`. */
export async function readCustomerDetails(db: Database, id: string): Promise<CustomerDetails> {
  const customer = await findCustomer(db, id);
  if (!customer) throw createNotFoundError();
  const account = customer.kind === 'guest' ? null : await readCustomer(db, id);
  const latestOrders = account?.latestOrders ?? (await listGuestOrders(db, customer.email, LATEST_ORDERS));
  const customFields = await findValues(db, 'customer', id);
  return {
    ...customer,
    ...(customFields && { customFields }),
    latestOrders,
    orderAddresses: account ? [] : [...new Set(latestOrders.map(({ address }) => address))].filter(Boolean),
    notes: await listNotes(db, id),
    account,
  };
}

/** Throws `customer_not_found`. */
export async function addNote({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Caller, customerId: string, text: string) {
  if (!(await findCustomer(db, customerId))) throw createNotFoundError();
  await createNote(db, { id: randomUUID(), customerId, authorId: caller.id, by: caller.name, text: text.trim(), createdAt: now() });
  return readCustomerDetails(db, customerId);
}

/** Throws `not_found`. */
export async function removeNote(db: Database, customerId: string, note: string): Promise<CustomerDetails> {
  if (!(await deleteNote(db, customerId, note))) throw new AppError('not_found', 'This note was deleted already');
  return readCustomerDetails(db, customerId);
}

/** Throws `customer_not_found`, `invalid_request` and `version_conflict`. */
export async function changeFields(db: Database, id: string, input: ValuesInput): Promise<CustomerDetails> {
  if (!(await saveValues(db, 'customer', id, input))) throw createNotFoundError();
  return readCustomerDetails(db, id);
}

/** Idempotent. Throws `customer_not_found`. */
export async function endConsent(db: Database, id: string): Promise<CustomerDetails> {
  if (!(await clearConsent(db, id))) throw createNotFoundError();
  return readCustomerDetails(db, id);
}

const toTag = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Each tag once, as the shop writes it already: VIP, where somebody types vip. */
async function toKnownTags(db: Database, typed: string[]): Promise<string[]> {
  if (!typed.length) return [];
  const known = new Map((await listTags(db)).map(({ tag }) => [tag.toLowerCase(), tag]));
  const tags = Map.groupBy(typed.map(toTag), (tag) => tag.toLowerCase());
  return [...tags].map(([key, [first = key]]) => known.get(key) ?? first);
}

/**
 * Returns how many customers have other tags now. All that match a filter are changed batch by batch: if one fails, those before it are changed,
 * and the same call again does the rest. Throws `invalid_request` and `too_many_tags`.
 */
export async function tagCustomers(db: Database, { ids, filter, add = [], remove = [] }: BodyOf<typeof tagCall>): Promise<number> {
  if (Boolean(ids) === Boolean(filter)) throw new AppError('invalid_request', 'Choose customers either by ids or by a filter');
  const change = { add: await toKnownTags(db, add), remove: remove.map((it) => toTag(it).toLowerCase()) };
  const apply = (chosen: string[]) =>
    retryTransaction(db, async (tx) => {
      const changed = await changeTags(tx, chosen, change);
      if (changed && (await hasTooManyTags(tx, chosen)))
        throw new AppError('too_many_tags', `A customer can have ${CUSTOMER_TAGS_MAX} tags: remove some first`);
      return changed;
    });
  if (ids) return apply(ids);
  let changed = 0;
  const batches = walkByKeyset((work) => work(db), {
    select: (it) => selectCustomers(it, filter ?? {}),
    readRows: async (_db, found) => found,
    batchSize: TAG_BATCH,
  });
  for await (const batch of batches) changed += await apply(batch);
  return changed;
}

const COLUMNS = [
  'name',
  'email',
  'phone',
  'address',
  'kind',
  'registered',
  'disabled',
  'orders',
  'spent',
  'currency',
  'last_order',
  'country',
  'tags',
  'consent',
  'email_confirmed',
  'addresses',
  'notes',
];

const toList = (items: readonly unknown[] | undefined) => (items?.length ? JSON.stringify(items) : '');

/** Read and sent batch by batch, so that a million customers need no more memory than one batch. */
export async function* exportCustomers(read: ReadFromReplica, filter: CustomerFilter) {
  const { timeZone, currency } = await read(readShopDetails);
  const toTime = (time: string | null) => (time ? toZonedTime(new Date(time), timeZone) : '');
  const fields = await read((db) => listFields(db, 'customer'));
  yield writeCsvRow([...COLUMNS, ...fields.map(toFieldColumn)]);
  for await (const customers of walkCustomers(read, filter, EXPORT_BATCH)) {
    const ids = customers.map(({ _id }) => _id);
    const belongings = await read((db) => listBelongings(db, ids));
    const rows = customers.map((it) =>
      writeCsvRow([
        it.name,
        it.email,
        it.phone,
        it.address,
        it.kind,
        toTime(it.createdAt),
        toTime(it.disabledAt),
        it.orders,
        it.spent,
        currency,
        toTime(it.lastOrderAt),
        it.country ?? '',
        it.tags.join(', '),
        toTime(it.consentAt),
        it.isConfirmed ? 'yes' : 'no',
        toList(belongings.addresses.get(it._id)),
        toList(belongings.notes.get(it._id)),
        ...writeFieldCells(fields, it.custom),
      ]),
    );
    yield rows.join('');
  }
}
