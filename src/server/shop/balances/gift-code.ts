/** Codes of gift cards: random, found by an HMAC, and kept encrypted only to send them again. */
import { randomInt } from 'node:crypto';
import { GIFT_CODE_ALPHABET, GIFT_CODE_LENGTH, isGiftCode, normalizeGiftCode } from '../../../contract/balance-fields.ts';
import type { Database } from '../../platform/database/connect.ts';
import { loadSealer } from '../settings/sealed-text.ts';

/** 79 bits: nobody meets one by chance. */
export const createGiftCode = (): string =>
  Array.from({ length: GIFT_CODE_LENGTH }, () => GIFT_CODE_ALPHABET[randomInt(GIFT_CODE_ALPHABET.length)]).join('');

export const loadGiftSealer = (db: Database) => loadSealer(db, 'gift card');

/** One for each, in their order; null: it can't be a code. */
export async function digestCodes(db: Database, typed: readonly string[]): Promise<(string | null)[]> {
  const codes = typed.map(normalizeGiftCode);
  if (!codes.some(isGiftCode)) return codes.map(() => null);
  const sealer = await loadGiftSealer(db);
  return codes.map((code) => (isGiftCode(code) ? sealer.digest(code) : null));
}
