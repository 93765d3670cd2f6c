/** The addresses of an account. Its row is locked for each change, so that there is one default and never too many. */
import { randomUUID } from 'node:crypto';
import type { createAddress as createContract, SavedAddress } from '../../../../contract/address.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { ADDRESSES_MAX } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { lockUser } from '../../team/login/user.repository.ts';
import { checkAddress } from '../addresses/check-address.ts';
import * as repository from './account.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;
type Input = BodyOf<typeof createContract>;

const createNotFoundError = () => new AppError('address_not_found', 'There is no such address in your account');

async function changeLocked<T>({ db }: Pick<Context, 'db'>, caller: Caller, change: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockUser(tx, caller.id))) throw new AppError('unauthorized', 'Please log in');
    return change(tx);
  });
}

/** Throws `too_many_addresses`. */
export function addAddress(context: Context, caller: Caller, input: Input): Promise<SavedAddress> {
  return changeLocked(context, caller, async (tx) => {
    const { length } = await repository.listAddresses(tx, caller.id);
    if (length >= ADDRESSES_MAX) {
      throw new AppError('too_many_addresses', `You can keep up to ${ADDRESSES_MAX} addresses. Delete one to add another.`);
    }
    const isDefault = length === 0 || input.isDefault === true;
    if (isDefault) await repository.clearDefaultAddress(tx, caller.id);
    const row = { ...checkAddress(input), id: randomUUID(), userId: caller.id, isDefault, createdAt: context.now() };
    return repository.createAddress(tx, row);
  });
}

/** Throws `address_not_found`, also for another account's. */
export function changeAddress(context: Context, caller: Caller, id: string, input: Input): Promise<SavedAddress> {
  return changeLocked(context, caller, async (tx) => {
    if (input.isDefault) await repository.clearDefaultAddress(tx, caller.id);
    const changed = await repository.updateAddress(tx, caller.id, id, {
      ...checkAddress(input),
      ...(input.isDefault && { isDefault: true }),
    });
    if (!changed) throw createNotFoundError();
    return changed;
  });
}

/** If the default address is removed, the oldest one becomes the default. Throws `address_not_found`, also for another account's. */
export function removeAddress(context: Context, caller: Caller, id: string): Promise<void> {
  return changeLocked(context, caller, async (tx) => {
    if (!(await repository.deleteAddress(tx, caller.id, id))) throw createNotFoundError();
    const [first] = await repository.listAddresses(tx, caller.id);
    if (first && !first.isDefault) await repository.updateAddress(tx, caller.id, first._id, { isDefault: true });
  });
}
