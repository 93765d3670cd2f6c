import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './turns.ts';

const refuse = () => new Error('busy');

test('work runs a few at a time, in the order in which it came, and one that fails holds up nobody', async () => {
  const inTurn = takeTurns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const done = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      inTurn(async () => {
        begun.push(n);
        running += 1;
        most = Math.max(most, running);
        await sleep(2);
        running -= 1;
        if (n === 3) throw new Error('broken');
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(done.map((it) => (it.status === 'fulfilled' ? it.value : 'failed'))).toEqual([0, 1, 2, 'failed', 4, 5, 6, 7, 8]);
});

test('[fault 20] [fault 21] whoever would be one too many in line, or waits too long, is refused; all others get their turn', async () => {
  const inTurn = takeTurns(1, { maxWaiting: 2, patience: 20, refuse });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const first = inTurn(() => held);
  const waiting = [inTurn(async () => 'second'), inTurn(async () => 'third')];
  const refused = Promise.allSettled(waiting);
  await expect(inTurn(async () => 'fourth')).rejects.toThrow('busy');
  expect((await refused).map((it) => it.status)).toEqual(['rejected', 'rejected']);
  const last = inTurn(async () => 'last');
  letGo();
  await first;
  expect(await last).toBe('last');
  expect(await inTurn(async () => 'later')).toBe('later');
});
