/** Limits how many codes of gift cards somebody can try, and how many everybody together. */
import { isGiftCode, normalizeGiftCode } from '../../../contract/balance-fields.ts';
import { HOUR } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { type Guesser, requireGuess } from '../pricing/usable-code.ts';
import { consumeAttempt, requireWithinLimit } from '../team/login/rate-limits.ts';
import { findByDigests } from './balance.repository.ts';
import { digestCodes } from './gift-code.ts';

/** Wrong ones of everybody in an hour. A code has 79 bits, so that this is reached only by who tries them by machine. */
const TOTAL_LIMIT = { name: 'gift-guess-total', maxAttempts: 5000, windowMs: HOUR };

/** Throws `too_many_attempts`. Right codes, and those that were tried before, are no guesses: a cart is priced again whenever it changes. */
export async function requireGiftGuesses(context: Pick<Deps, 'db' | 'now'>, typed: readonly string[], guesser: Guesser): Promise<void> {
  for (const code of new Set(typed.map(normalizeGiftCode))) {
    if (!code) continue;
    const isRight = async () => {
      if (!isGiftCode(code)) return false;
      const [digest = null] = await digestCodes(context.db, [code]);
      return digest !== null && (await findByDigests(context.db, [digest])).length > 0;
    };
    await requireGuess(context, { name: 'gift', code, isRight }, guesser, async () => {
      requireWithinLimit(await consumeAttempt(context, TOTAL_LIMIT), context.now());
    });
  }
}
