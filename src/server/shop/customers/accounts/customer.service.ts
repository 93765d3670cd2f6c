/** Customers as the team works with them: what they bought, notes about them, and whether they may log in. */
import { randomUUID } from 'node:crypto';
import type { Customer, UserFilter } from '../../../../contract/account.ts';
import { toDollars } from '../../../../contract/money.ts';
import { toZonedTime } from '../../../../contract/time-zone.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { lockUser, updateUser } from '../../team/login/user.repository.ts';
import { findSecondFactor } from '../../team/second-factor/second-factor.repository.ts';
import { deleteSessions } from '../../team/sessions/session.repository.ts';
import { findListedUser, listAddresses, walkUsers } from './account.repository.ts';
import * as repository from './customer.repository.ts';

const LATEST_ORDERS = 10;
const EXPORT_BATCH = 500;

const createNotFoundError = () => new AppError('user_not_found', 'There is no such account');

/** Throws `user_not_found`. One statement after the other: a transaction has one connection. */
export async function readCustomer(db: Database, id: string): Promise<Customer> {
  const found = await findListedUser(db, id);
  if (!found) throw createNotFoundError();
  const { spentCents, ...user } = found;
  return {
    ...user,
    spent: toDollars(spentCents),
    latestOrders: await repository.listCustomerOrders(db, id, LATEST_ORDERS),
    guestOrders: await repository.listGuestOrders(db, user.email, LATEST_ORDERS),
    addresses: await listAddresses(db, id),
    hasSecondFactor: (await findSecondFactor(db, id)) !== null,
    notes: await repository.listNotes(db, id),
  };
}

/** A login that is running waits for the row's lock and is then refused, or its new session is deleted here. */
export async function disableCustomer({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<Customer> {
  await db.transaction(async (tx) => {
    // A login under way waits for the row's lock and is refused then, or its session is deleted here.
    const found = await lockUser(tx, id);
    if (!found) throw createNotFoundError();
    if (found.user.role === 1) throw new AppError('team_member', 'This account is of somebody who works here');
    await updateUser(tx, id, { disabledAt: now() });
    await deleteSessions(tx, id);
  });
  return readCustomer(db, id);
}

/** Repeatable. Throws `user_not_found`. */
export async function enableCustomer(db: Database, id: string): Promise<Customer> {
  if (!(await updateUser(db, id, { disabledAt: null }))) throw createNotFoundError();
  return readCustomer(db, id);
}

/** Throws `user_not_found`. */
export async function addNote({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Caller, userId: string, text: string): Promise<Customer> {
  const note = { id: randomUUID(), userId, authorId: caller.id, by: caller.name, text: text.trim(), createdAt: now() };
  if (!(await findListedUser(db, userId))) throw createNotFoundError();
  await repository.createNote(db, note);
  return readCustomer(db, userId);
}

/** Throws `not_found` where that customer has no such note. */
export async function removeNote(db: Database, userId: string, id: string): Promise<Customer> {
  if (!(await repository.deleteNote(db, userId, id))) throw new AppError('not_found', 'There is no such note');
  return readCustomer(db, userId);
}

const COLUMNS = ['name', 'email', 'phone', 'address', 'role', 'registered', 'disabled', 'orders', 'spent', 'currency'];

/** As a file for spreadsheets: read and sent batch by batch, so that a million accounts take no more memory than a page. */
export async function* exportUsers(read: ReadFromReplica, { filter, keyword = '' }: { filter?: UserFilter; keyword?: string }) {
  const { timeZone, currency } = await read(readShopDetails);
  yield writeCsvRow(COLUMNS);
  for await (const users of walkUsers(read, { filter, keyword: keyword.trim() }, EXPORT_BATCH)) {
    const rows = users.map((user) => {
      const role = user.role === 1 ? 'admin' : 'customer';
      const times = [user.createdAt, user.disabledAt].map((it) => (it ? toZonedTime(new Date(it), timeZone) : ''));
      return writeCsvRow([
        user.name,
        user.email,
        user.phone,
        user.address,
        role,
        ...times,
        user.orders,
        toDollars(user.spentCents),
        currency,
      ]);
    });
    yield rows.join('');
  }
}
