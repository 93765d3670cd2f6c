import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it is true, at most for so many milliseconds; returns whether it was. */
export async function poll(ask: () => Promise<boolean>, limit: number, interval = 250): Promise<boolean> {
  for (const endsAt = performance.now() + limit; performance.now() < endsAt; await sleep(interval)) if (await ask()) return true;
  return false;
}
