/**
 * Runs inside a shop that is to be killed: `process.send(name)` from the test, or CRASH_AT=name from its start on, and at that
 * milestone the process ends as in a power cut (SIGKILL).
 */
import diagnostics from 'node:diagnostics_channel';
import { FAILPOINTS, type Failpoint, failpointChannel } from '../../src/server/failpoints.ts';

let armedFailpoint = process.env.CRASH_AT;

process.on('message', (name: Failpoint) => {
  armedFailpoint = name;
  process.send?.('armed');
});

for (const name of FAILPOINTS) {
  diagnostics.subscribe(failpointChannel(name), () => {
    if (name === armedFailpoint) process.kill(process.pid, 'SIGKILL');
  });
}
