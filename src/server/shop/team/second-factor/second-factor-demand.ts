/**
 * Team members who may change something must have a second factor, from a week after the shop first demanded it of them. Even after that
 * they can log in, set it up and shop: only calls that require a role are refused.
 */
import { isAtLeast } from '../../../../contract/endpoint.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { beginSecondFactorGrace } from '../login/user.repository.ts';

const GRACE = 7 * DAY;

type Context = Pick<Deps, 'db' | 'accounts'>;

/** The read-only role needs none. */
export const isSecondFactorDemanded = ({ demandsSecondFactor }: Deps['accounts'], role: Caller['teamRole']): boolean =>
  demandsSecondFactor && role !== null && isAtLeast(role, 'staff');

/**
 * Until when this account has to set one up; null: it has one, or needs none. The week begins with the first call after the demand, even of
 * an older login, so that a changed setting or role locks nobody out.
 */
export async function findSecondFactorDueAt(
  { db, accounts }: Context,
  { id, teamRole, hasSecondFactor }: Pick<Caller, 'id' | 'teamRole' | 'hasSecondFactor'>,
  graceFrom: Date | null,
  now: Date,
): Promise<Date | null> {
  if (hasSecondFactor || !isSecondFactorDemanded(accounts, teamRole)) return null;
  if (!graceFrom) await beginSecondFactorGrace(db, id, now);
  return new Date((graceFrom ?? now).getTime() + GRACE);
}

/** Throws `second_factor_setup_required` once the week is over. */
export function requireSecondFactor({ secondFactorDueAt }: Caller, now: Date): void {
  if (!secondFactorDueAt || now < secondFactorDueAt) return;
  throw new AppError(
    'second_factor_setup_required',
    'Set up a second factor first (account/second-factor): this shop demands one of its team',
  );
}
