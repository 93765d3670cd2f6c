/**
 * Pauses the server at a pausepoint until the test releases it, so that two things really happen at once:
 *
 *   const { begun, release } = holdAt('backup.begun');
 *   const first = backUp();
 *   await begun;                       // the first one has begun, and waits
 *   await expect(backUp()).rejects…    // so this one is concurrent, on any machine
 *   release();
 *   await first;
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import { failpointChannel, type Pause, type Pausepoint } from '../../src/server/platform/process/failpoints.ts';

/** Pauses the first that arrives; later ones pass. */
export function holdAt(name: Pausepoint): { begun: Promise<void>; release: () => void } {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const channel = failpointChannel(name);
  const listen = (message: unknown) => {
    unsubscribe(channel, listen);
    (message as Pause).waitFor(gate.promise);
    begun.resolve();
  };
  subscribe(channel, listen);
  onTestFinished(() => {
    unsubscribe(channel, listen);
    gate.resolve();
  });
  return { begun: begun.promise, release: gate.resolve };
}
