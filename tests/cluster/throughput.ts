/** How many rendered pages and searches a second one, two and three instances answer, each on its own core. */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SECOND } from '../../src/contract/values.ts';
import type { Instance } from './instances.ts';
import { EDGE_ORIGIN } from './proxies.ts';

/** One core for each instance, the database, HAProxy with PgBouncer, and the load generator. */
const CORES = 6;
const MEASURED_FOR = Number(process.env.THROUGHPUT_SECONDS ?? 15);

/** Until HAProxy knows which instances are ready: two checks, a second apart. */
const BALANCING = 4 * SECOND;

let asked = 0;
/** Different each time, so that no cache answers. */
const setupRequest = (request: autocannon.Request): autocannon.Request => {
  asked += 1;
  return { ...request, path: `/searched/products?keyword=lamp${asked}` };
};

async function measure(): Promise<number> {
  const { requests, non2xx } = await autocannon({
    url: EDGE_ORIGIN,
    connections: 30,
    duration: MEASURED_FOR,
    requests: [{ method: 'GET', headers: { accept: 'text/html' }, setupRequest }],
  });
  if (non2xx) throw new Error(`${non2xx} of ${requests.total} pages weren't answered`);
  return requests.average;
}

/** The result, or why nothing was measured. All instances run afterwards. */
export async function measureThroughput(instances: readonly Instance[]): Promise<string> {
  const cores = os.availableParallelism();
  if (cores < CORES && process.env.THROUGHPUT !== 'on')
    return `Throughput of one, two and three instances isn't measured here: it takes ${CORES} cores, as on ${cores} the instances, their databases and who asks would take the cores from each other.`;
  for (const it of instances.slice(1)) await it.stop();
  const rates: number[] = [];
  for (const [index, it] of instances.entries()) {
    if (index > 0) await it.start();
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(index % cores), String(it.processId())]);
    await sleep(BALANCING);
    rates.push(await measure());
  }
  // On all cores again.
  for (const it of instances) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${cores - 1}`, String(it.processId())]);
  const [one = 0] = rates;
  const texts = rates.map((rate, index) => `${index + 1}: ${rate.toFixed(0)} (${(rate / one).toFixed(2)})`);
  return `Searches that no cache answers, rendered, a second (and in relation to one instance), by instances with a core each: ${texts.join(', ')}.`;
}
