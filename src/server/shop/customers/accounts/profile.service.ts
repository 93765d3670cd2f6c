/** What people can change in their own account: their profile and their addresses. */
import { randomUUID } from 'node:crypto';
import type { updateProfile } from '../../../../contract/account.ts';
import type { createAddress as createContract, SavedAddress } from '../../../../contract/address.ts';
import type { User } from '../../../../contract/auth.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { ADDRESSES_MAX, CREDENTIAL_CHANGE_MINUTES } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readAsksForConsent } from '../../settings/settings.service.ts';
import { findConsent, findUser, lockUser, saveConsent, updateUser, type VersionedUser } from '../../team/login/user.repository.ts';
import { queuePasswordChangedEmail, requirePasswordEmail } from '../../team/passwords/password.service.ts';
import { hashPassword, requireUncommonPassword } from '../../team/passwords/password-hash.ts';
import { requireRecentLogin } from '../../team/sessions/reauthentication.ts';
import { deleteSessions, hasSession } from '../../team/sessions/session.repository.ts';
import { checkAddress } from '../addresses/address.ts';
import * as repository from './account.repository.ts';

type AddressContext = Pick<Deps, 'db' | 'now'>;
type Input = BodyOf<typeof createContract>;

const createNotFoundError = () => new AppError('address_not_found', 'There is no such address in your account');

/** Locks the account, so that it always has one default address and never too many. */
async function changeLocked<T>({ db }: Pick<AddressContext, 'db'>, caller: Caller, change: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockUser(tx, caller.id))) throw new AppError('unauthorized', 'Please log in');
    return change(tx);
  });
}

/** Throws `too_many_addresses`. */
export function addAddress(context: AddressContext, caller: Caller, input: Input): Promise<SavedAddress> {
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
export function changeAddress(context: AddressContext, caller: Caller, id: string, input: Input): Promise<SavedAddress> {
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
export function removeAddress(context: AddressContext, caller: Caller, id: string): Promise<void> {
  return changeLocked(context, caller, async (tx) => {
    if (!(await repository.deleteAddress(tx, caller.id, id))) throw createNotFoundError();
    const [first] = await repository.listAddresses(tx, caller.id);
    if (first && !first.isDefault) await repository.updateAddress(tx, caller.id, first._id, { isDefault: true });
  });
}

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const createLoginError = () => new AppError('unauthorized', 'Please log in');

export async function readProfile(db: Database, caller: Caller): Promise<VersionedUser & { acceptsOffers?: boolean }> {
  const profile = await findUser(db, caller.id);
  if (!profile) throw createLoginError();
  const acceptsOffers = (await findConsent(db, caller.id)) !== null;
  return { ...profile, ...((acceptsOffers || (await readAsksForConsent(db))) && { acceptsOffers }) };
}

const isSameProfile = (user: User, change: { name: string; address: string; phone?: string }) =>
  user.name === change.name && user.address === change.address && (change.phone ?? user.phone) === user.phone;

/** Checks whether the caller may set this password, before it is hashed. */
async function requirePasswordChange(context: Context, caller: Caller, password: string, ip: string): Promise<void> {
  // After a recent login no current password is required, as the specification says.
  requireRecentLogin(caller, context.now(), CREDENTIAL_CHANGE_MINUTES);
  await requireUncommonPassword(password, 'password');
  await requirePasswordEmail(context, ip);
}

/**
 * The email can't be changed here. A new password ends all other sessions and any pending change of the email. Throws `unauthorized` if the
 * caller's own session has just ended, and `version_conflict` if the account was changed after that version, unless it already has the values that were sent.
 */
export async function changeProfile(
  context: Context,
  caller: Caller,
  input: BodyOf<typeof updateProfile>,
  ip: string,
): Promise<VersionedUser> {
  const { name, address, phone, version, password, acceptsOffers } = input;
  if (password) await requirePasswordChange(context, caller, password, ip);
  const passwordHash = password ? await hashPassword(password) : undefined;
  const change = { name: name.trim(), address: address.trim(), ...(phone !== undefined && { phone: phone.trim() }) };
  return context.db.transaction(async (tx) => {
    const current = await lockUser(tx, caller.id);
    // Checked while the user's row is locked: while we hashed, another session may have set a password and so ended this one.
    if (!current || !(await hasSession(tx, caller.tokenHash))) throw createLoginError();
    const isOvertaken = version !== undefined && version !== current.version;
    if (isOvertaken && !isSameProfile(current.user, change)) throw createVersionConflict(current);
    const updated = await updateUser(tx, caller.id, { ...change, ...(passwordHash && { passwordHash, pendingEmail: null }) });
    if (!updated) throw createLoginError();
    // Taking it back is possible whether or not the shop still asks.
    if (acceptsOffers === false || (acceptsOffers && (await readAsksForConsent(tx))))
      await saveConsent(tx, caller.id, acceptsOffers ? context.now() : null);
    if (passwordHash) {
      await deleteSessions(tx, caller.id, caller.tokenHash);
      await queuePasswordChangedEmail(tx, context, updated.user);
    }
    return updated;
  });
}
