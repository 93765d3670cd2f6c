/**
 * Preloaded into a shop process: kills it (SIGKILL, like a power failure) when it reaches a failpoint. The failpoint comes from
 * the environment (FAILPOINT=name) or from the test (`process.send(name)`).
 */
import diagnostics from 'node:diagnostics_channel';
import { FAILPOINTS, type Failpoint, failpointChannel } from '../../src/server/platform/process/failpoints.ts';

let armedFailpoint = process.env.FAILPOINT;

process.on('message', (name: Failpoint) => {
  armedFailpoint = name;
  process.send?.('armed');
});

for (const name of FAILPOINTS) {
  diagnostics.subscribe(failpointChannel(name), () => {
    if (name === armedFailpoint) process.kill(process.pid, 'SIGKILL');
  });
}
