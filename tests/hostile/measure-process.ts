/** Imported first by a shop under test: reports its memory after a garbage collection, and the longest delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();

process.on('message', (message) => {
  if (message !== 'measure') return;
  const longestDelay = delays.max / 1e6;
  collectGarbage();
  delays.reset();
  process.send?.({ megabytes: process.memoryUsage.rss() / 2 ** 20, longestDelay });
});
// The test's channel alone doesn't keep the shop running.
process.channel?.unref();
