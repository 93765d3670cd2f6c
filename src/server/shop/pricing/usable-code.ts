/** Whether a code that a customer typed can be used now, whatever is in the cart. */
import type { IncomingHttpHeaders } from 'node:http';
import type { CodeRefusal } from '../../../contract/cart.ts';
import { HOUR, MINUTE } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteAttempts } from '../team/login/login-attempt.repository.ts';
import {
  buildAttemptKey,
  consumeAttempt,
  consumePacedAttempt,
  getBrowserKey,
  getIpNetwork,
  type PacedAttempt,
  requireWithinLimit,
} from '../team/login/rate-limits.ts';
import { normalizeCode } from './discount.ts';
import { type CodeCustomer, type DiscountCodeRow, findCode, isCode } from './discount-code.repository.ts';

/** A code that was tried before isn't a new guess: a cart is priced again whenever it changes. */
const TRIED = { maxAttempts: 1, windowMs: HOUR };
/**
 * Ten guesses at once, then one a minute, for each account or visitor's browser. A network gets ten times as many, because a browser can easily
 * pose as another (docs/decisions/0040-shared-addresses.md).
 */
const OWN_PACE = { maxAtOnce: 10, intervalMs: MINUTE };
const NETWORK_PACE = { maxAtOnce: 100, intervalMs: MINUTE / 10 };

/** `accountId`: null for a visitor. */
export interface Guesser {
  accountId: string | null;
  ip: string;
  headers: IncomingHttpHeaders;
}

export async function requireCodeGuess(context: Pick<Deps, 'db' | 'now'>, typed: string | undefined, guesser: Guesser): Promise<void> {
  const code = normalizeCode(typed ?? '');
  if (code) await requireGuess(context, { name: 'code', code, isRight: () => isCode(context.db, code) }, guesser);
}

/** `name`: what is guessed, each kind with limits of its own. */
interface Guess {
  name: 'code' | 'gift';
  code: string;
  isRight: () => Promise<boolean>;
}

/**
 * Throws `too_many_attempts` for one guess too many, right or wrong. Each guess is counted before the code is looked up, so that parallel guesses
 * can't exceed the limit; a right guess is uncounted afterwards. `onWrong`: what else a wrong one counts for.
 */
export async function requireGuess(
  context: Pick<Deps, 'db' | 'now'>,
  { name, code, isRight }: Guess,
  guesser: Guesser,
  onWrong?: () => Promise<void>,
): Promise<void> {
  const { accountId, ip } = guesser;
  const own = accountId ?? getBrowserKey(guesser);
  const triedLimit = { name: `${name}-tried`, ...TRIED };
  const tried = await consumeAttempt(context, triedLimit, own, code);
  if (tried.isOverLimit) return;
  const attempts: PacedAttempt[] = [await consumePacedAttempt(context, { name: `${name}-guess`, ...OWN_PACE }, own)];
  if (accountId === null)
    attempts.push(await consumePacedAttempt(context, { name: `${name}-guess-network`, ...NETWORK_PACE }, getIpNetwork(ip)));
  const isRefused = attempts.some(({ isOverLimit }) => isOverLimit);
  if (isRefused) await deleteAttempts(context.db, [buildAttemptKey(triedLimit, own, code)]);
  const isUncounted = isRefused || (await isRight());
  if (isUncounted) for (const { release } of attempts) await release();
  else await onWrong?.();
  for (const attempt of attempts) requireWithinLimit(attempt, context.now());
}

export interface TypedCode {
  /** The normalized code. */
  code: string;
  /** Null if it can't be used. */
  rule: DiscountCodeRow | null;
  refusal: CodeRefusal | null;
}

/** Null if nothing was typed. `customer`: whose uses count; null if that isn't known yet. */
export async function findTypedCode(
  db: Database,
  typed: string | undefined,
  customer: CodeCustomer | null,
  now: Date,
): Promise<TypedCode | null> {
  const code = normalizeCode(typed ?? '');
  if (!code) return null;
  const row = await findCode(db, code, customer);
  const refusal = row ? findRefusal(row, now) : 'unknown';
  return { code, rule: refusal ? null : row, refusal };
}

function findRefusal(row: DiscountCodeRow & { customerUses: number }, now: Date): CodeRefusal | null {
  if (row.startsAt && row.startsAt > now) return 'not_started';
  if (row.endsAt && row.endsAt <= now) return 'ended';
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'used_up';
  if (row.maxUsesPerCustomer !== null && row.customerUses >= row.maxUsesPerCustomer) return 'used_by_customer';
  return null;
}

const REASONS: Record<CodeRefusal, string> = {
  unknown: "doesn't exist",
  not_started: "isn't valid yet",
  ended: "isn't valid any more",
  used_up: 'has been used up',
  used_by_customer: 'has already been used by you',
  below_minimum: 'needs a larger subtotal',
  no_matching_products: 'is for other products',
  nothing_to_ship: 'gives no discount: shipping is already free',
};

export const createCodeError = (code: string, refusal: CodeRefusal): AppError =>
  new AppError('code_not_applicable', `The code ${code} ${REASONS[refusal]}. Remove it, or enter another.`, {
    issues: [{ path: 'code', code: 'unavailable', message: REASONS[refusal] }],
  });
