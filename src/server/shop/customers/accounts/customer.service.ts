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
import * as repository from './account.repository.ts';
import { findListedUser, listAddresses, walkUsers } from './account.repository.ts';

const LATEST_ORDERS = 10;
const EXPORT_BATCH = 500;

const createNotFoundError = () => new AppError('user_not_found', 'There is no such account');

/** Only owners are told who has a second factor: it would show others which accounts a password alone opens. */
export function showTo({ teamRole }: Pick<Caller, 'teamRole'>, customer: Customer): Customer {
  const { hasSecondFactor: _hidden, ...shown } = customer;
  return teamRole === 'owner' ? customer : shown;
}

/** Throws `user_not_found`. */
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

export async function disableCustomer({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<Customer> {
  await db.transaction(async (tx) => {
    // A login under way waits for the row's lock and is refused then, or its session is deleted here.
    const found = await lockUser(tx, id);
    if (!found) throw createNotFoundError();
    if (found.user.role === 1) throw new AppError('team_member', 'This account belongs to a member of the team');
    await updateUser(tx, id, { disabledAt: now() });
    await deleteSessions(tx, id);
  });
  return readCustomer(db, id);
}

/** Idempotent. Throws `user_not_found`. */
export async function enableCustomer(db: Database, id: string): Promise<Customer> {
  if (!(await updateUser(db, id, { disabledAt: null }))) throw createNotFoundError();
  return readCustomer(db, id);
}

/** Throws `user_not_found`. */
export async function addNote({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Caller, userId: string, text: string): Promise<Customer> {
  const note = { id: randomUUID(), customerId: userId, authorId: caller.id, by: caller.name, text: text.trim(), createdAt: now() };
  if (!(await findListedUser(db, userId))) throw createNotFoundError();
  await repository.createNote(db, note);
  return readCustomer(db, userId);
}

/** Throws `not_found` if that customer has no such note. */
export async function removeNote(db: Database, userId: string, id: string): Promise<Customer> {
  if (!(await repository.deleteNote(db, userId, id))) throw new AppError('not_found', 'There is no such note');
  return readCustomer(db, userId);
}

const COLUMNS = ['name', 'email', 'phone', 'address', 'role', 'registered', 'disabled', 'orders', 'spent', 'currency'];

/** Exports accounts as CSV. Read and sent batch by batch, so that a million accounts need no more memory than one batch. */
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
