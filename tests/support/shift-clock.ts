/** Moves the clocks of a shop that preloads tests/faults/shifted-clock.ts. */
import { renameSync, writeFileSync } from 'node:fs';

/** `wall` and `steady`: milliseconds from the real clocks. The file is replaced by renaming, as the shop may read it at any moment. */
export function shiftClock(file: string, clocks: { wall?: number; steady?: number }): void {
  writeFileSync(`${file}.new`, JSON.stringify({ wall: 0, steady: 0, ...clocks }));
  renameSync(`${file}.new`, file);
}
