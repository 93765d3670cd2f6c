/** Codes to log in by when the authenticator app is lost, each once. */
import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
/** Without characters that are easily confused: 0 and o, 1, i and l, u and v. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
/** Groups of 4 characters: 78 bits, so that an unsalted hash can't be reversed. */
const GROUPS = 4;

function createCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, createCode);
}

/** Ignores spaces, hyphens and capitals in the typed code. */
export function hashRecoveryCode(userId: string, code: string): string {
  const typed = code.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return createHash('sha256').update(`recovery code\n${userId}\n${typed.toLowerCase()}`).digest('hex');
}
