/**
 * Runs inside a shop that is to be killed: `process.send(name)` from the test, or CRASH_AT=name from its start on, and at that
 * milestone the process ends as in a power cut (SIGKILL).
 */
import diagnostics from 'node:diagnostics_channel';
import { channelOf, MILESTONES, type Milestone } from '../../src/server/milestones.ts';

let deadly = process.env.CRASH_AT;

process.on('message', (name: Milestone) => {
  deadly = name;
  process.send?.('armed');
});

for (const name of MILESTONES) {
  diagnostics.subscribe(channelOf(name), () => {
    if (name === deadly) process.kill(process.pid, 'SIGKILL');
  });
}
