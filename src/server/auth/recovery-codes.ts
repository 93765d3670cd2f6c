/** Codes to log in by when the authenticator app is lost, each once. */
import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
/** Without what is mistaken for something else: 0 and o, 1, i and l, u and v. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
/** Of 4 characters each: 78 bits, so that a hash without a salt of its own leads to none of them. */
const GROUPS = 4;

function createCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, createCode);
}

/** However it was typed: blanks, hyphens, capitals. */
export function hashRecoveryCode(userId: string, code: string): string {
  const typed = code.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return createHash('sha256').update(`recovery code\n${userId}\n${typed.toLowerCase()}`).digest('hex');
}
