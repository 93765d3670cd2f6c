/** Reproducible random numbers for demo data and tests, and unpredictable passwords. */
import { createHash, randomBytes } from 'node:crypto';

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** The same seed gives the same sequence of numbers. Predictable, so not for secrets. */
export function seededRandom(seed: number | string): Random {
  let counter = 0;
  return () => {
    counter += 1;
    return createHash('sha256').update(`${seed}:${counter}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** 96 random bits as 16 letters, digits, hyphens and underscores. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}
