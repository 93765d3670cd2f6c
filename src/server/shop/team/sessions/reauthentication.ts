/** For steps that a stolen session must not be enough for: asks again for the password or a code, unless it was given shortly before. */
import type { reauthenticate as reauthenticateCall } from '../../../../contract/auth.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { REAUTHENTICATION_LIMIT, requireAttempt, runWithAttempts } from '../login/rate-limits.ts';
import { findCredentials, lockCurrentPassword } from '../login/user.repository.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { consumeCode, createWrongCodeError } from '../second-factor/second-factor.service.ts';
import { updateSessionAuthentication } from './session.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

/**
 * Throws `reauthentication_required`, or for an account with a second factor `reauthentication_by_code_required`, if the last proof is
 * older than that. Endpoints declare it (`recentLogin`); only code that depends on more than the endpoint calls it directly.
 */
export function requireRecentLogin({ authenticatedAt, hasSecondFactor }: Caller, now: Date, minutes: number): void {
  if (now.getTime() - authenticatedAt.getTime() <= minutes * MINUTE) return;
  if (hasSecondFactor)
    throw new AppError('reauthentication_by_code_required', "Confirm with a code that it's you (auth/reauthenticate), then call again");
  throw new AppError('reauthentication_required', "Confirm with your password that it's you (auth/reauthenticate), then call again");
}

type Proof = BodyOf<typeof reauthenticateCall>;

/** Throws `wrong_password` or `wrong_second_factor`, and `too_many_attempts` after ten wrong ones within a day. */
export async function reauthenticate(context: Context, caller: Caller, { password, code }: Proof): Promise<void> {
  // If there is a second factor, it has to be a code: an attacker may know the password already.
  if (caller.hasSecondFactor) return proveByCode(context, caller, code ?? '');
  if (!password) throw new AppError('invalid_request', 'password is required', { issues: [MISSING_PASSWORD] });
  return proveByPassword(context, caller, password);
}

const MISSING_PASSWORD = { path: 'password', code: 'required', message: 'is required' } as const;

async function proveByCode(context: Context, caller: Caller, code: string): Promise<void> {
  const { db, now } = context;
  const attempt = await requireAttempt(context, REAUTHENTICATION_LIMIT, caller.tokenHash);
  const isProven = await runWithAttempts([attempt], () =>
    db.transaction(
      async (tx) =>
        ((await consumeCode(tx, context, caller, code)) && (await updateSessionAuthentication(tx, caller.tokenHash, now()))) || null,
    ),
  );
  if (!isProven) throw createWrongCodeError();
}

async function proveByPassword(context: Context, caller: Caller, password: string): Promise<void> {
  const { db, now } = context;
  const attempt = await requireAttempt(context, REAUTHENTICATION_LIMIT, caller.tokenHash);
  const isProven = await runWithAttempts([attempt], async () => {
    const found = await findCredentials(db, caller.email);
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) return null;
    return db.transaction(async (tx) => {
      // The password may have been changed while the hash was verified, and that ended this session.
      const isCurrent = await lockCurrentPassword(tx, caller.id, found.passwordHash);
      return (isCurrent && (await updateSessionAuthentication(tx, caller.tokenHash, now()))) || null;
    });
  });
  if (!isProven) throw new AppError('wrong_password', 'This is not the password of your account');
}
