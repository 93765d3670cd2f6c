/**
 * Holds what comes to a pausepoint of the server until the test lets it go, so that two things really happen at once:
 *
 *   const { begun, release } = holdAt('backup.begun');
 *   const first = backUp();
 *   await begun;                       // the first one is at work, and stays so
 *   await expect(backUp()).rejects…    // so this is a second one at once, on any machine
 *   release();
 *   await first;
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import { failpointChannel, type Pause, type Pausepoint } from '../../src/server/platform/process/failpoints.ts';

/** Holds the first that comes; later ones pass. */
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
