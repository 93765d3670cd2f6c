/**
 * Who works here and may change something needs a second factor, a week after the shop first asked for it. Until then, and afterwards too,
 * they log in, set it up and shop as ever: only what takes a role is refused.
 */
import { isAtLeast } from '../../contract/team-roles.ts';
import { DAY } from '../../contract/time.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { beginSecondFactorGrace } from './user.repository.ts';

const GRACE = 7 * DAY;

type Context = Pick<Deps, 'db' | 'accounts'>;

/** Whoever only reads may do without. */
export const isSecondFactorDemanded = ({ demandsSecondFactor }: Deps['accounts'], role: Caller['teamRole']): boolean =>
  demandsSecondFactor && role !== null && isAtLeast(role, 'staff');

/**
 * Until when this account has to set one up; null: it has one, or none is demanded of it. The first call since it is demanded begins the
 * week, whether the login was before or after that, so that nobody is locked out by a setting or a role that changed.
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
