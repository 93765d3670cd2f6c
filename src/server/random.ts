/** Chance that can be had again: the same seed throws the same. */
import { createHash } from 'node:crypto';

/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

export function seededRandom(seed: number | string): Random {
  let counter = 0;
  return () => {
    counter += 1;
    return createHash('sha256').update(`${seed}:${counter}`).digest().readUInt32BE() / 2 ** 32;
  };
}
