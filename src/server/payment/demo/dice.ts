/** Chance that can be had again: the same seed throws the same. */
import { createHash } from 'node:crypto';

/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

export function seededRandom(seed: number | string): Random {
  let turn = 0;
  return () => {
    turn += 1;
    return createHash('sha256').update(`${seed}:${turn}`).digest().readUInt32BE() / 2 ** 32;
  };
}
