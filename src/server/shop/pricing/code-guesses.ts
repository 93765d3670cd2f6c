/**
 * How often discount codes may be guessed: ten at once, then one a minute, for each account, or each visitor's browser in its network. A
 * network has ten times as many, because a browser's name is easily changed (docs/decisions/0040-shared-addresses.md).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { HOUR, MINUTE } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import {
  buildAttemptKey,
  consumeAttempt,
  consumePacedAttempt,
  getBrowserKey,
  getIpNetwork,
  type PacedAttempt,
  requireWithinLimit,
} from '../team/login/attempt-limits.ts';
import { deleteAttempts } from '../team/login/login-attempt.repository.ts';
import { normalizeCode } from './discount.ts';
import { isCode } from './discount-code.repository.ts';

/** A code that was tried before is no new guess: a cart asks for its price whenever it changes. */
const TRIED = { name: 'code-tried', maxAttempts: 1, windowMs: HOUR };
const OWN_PACE = { name: 'code-guess', maxAtOnce: 10, intervalMs: MINUTE };
const NETWORK_PACE = { name: 'code-guess-network', maxAtOnce: 100, intervalMs: MINUTE / 10 };

/** `accountId`: null for a visitor. */
export interface Guesser {
  accountId: string | null;
  ip: string;
  headers: IncomingHttpHeaders;
}

/**
 * Throws `too_many_attempts` for one guess too many, right or wrong. Counted before it is known whether there is such a code, so that of many
 * guesses at once no more are answered; a right one is given back.
 */
export async function requireCodeGuess(context: Pick<Deps, 'db' | 'now'>, typed: string | undefined, guesser: Guesser): Promise<void> {
  const code = normalizeCode(typed ?? '');
  if (!code) return;
  const { accountId, ip } = guesser;
  const own = accountId ?? getBrowserKey(guesser);
  const tried = await consumeAttempt(context, TRIED, own, code);
  if (tried.isOverLimit) return;
  const attempts: PacedAttempt[] = [await consumePacedAttempt(context, OWN_PACE, own)];
  if (accountId === null) attempts.push(await consumePacedAttempt(context, NETWORK_PACE, getIpNetwork(ip)));
  const isRefused = attempts.some(({ isOverLimit }) => isOverLimit);
  if (isRefused) await deleteAttempts(context.db, [buildAttemptKey(TRIED, own, code)]);
  if (isRefused || (await isCode(context.db, code))) for (const { release } of attempts) await release();
  for (const attempt of attempts) requireWithinLimit(attempt, context.now());
}
