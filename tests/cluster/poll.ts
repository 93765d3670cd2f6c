import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is yes, at most for so many milliseconds; whether it was. */
export async function poll(ask: () => Promise<boolean>, limit: number, interval = 250): Promise<boolean> {
  for (const endsAt = performance.now() + limit; performance.now() < endsAt; await sleep(interval)) if (await ask()) return true;
  return false;
}
