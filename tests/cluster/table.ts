/** Writes the exercise's section of bench/results.md, and lists what is worse than promised. */
import os from 'node:os';
import { writeSection } from '../../bench/results.ts';
import type { Observation } from './crowd.ts';

interface Result {
  rows: readonly Observation[];
  /** Differences between the shop and the payment provider at the end. */
  findings: readonly string[];
  /** What `npm run shop -- verify` said at the end. */
  verified: string;
  /** A sentence. */
  throughput: string;
  minutes: number;
  buyers: number;
}

/** Promised: recovered after so many seconds, whatever happens. */
const RECOVERY_GOAL = 30;

const sum = (values: number[]) => values.reduce((total, it) => total + it, 0);
const max = (values: number[]) => Math.max(0, ...values);

function renderRow(incident: string, all: readonly Observation[]): string[] {
  const some = all.filter((it) => it.incident === incident);
  const addUp = (count: (it: Observation) => number) => String(sum(some.map(count)));
  return [
    incident,
    String(some.length),
    max(some.map((it) => it.secondsUntilWhole)).toFixed(1),
    addUp((it) => it.acknowledged),
    addUp((it) => it.lost),
    String(max(some.map((it) => it.doubled))),
    addUp((it) => it.priceChanges),
    addUp((it) => it.stale.length),
    addUp((it) => it.requests),
    addUp((it) => it.unavailable),
    addUp((it) => it.cut),
    addUp((it) => it.wrong.length),
  ];
}

function listFailures({ rows, findings, verified }: Result): string[] {
  const ofRows = rows.flatMap(({ incident, secondsUntilWhole, wrong, stale, lost, doubled }) => [
    ...(secondsUntilWhole > RECOVERY_GOAL ? [`${incident}: recovered after ${secondsUntilWhole.toFixed(1)} s`] : []),
    ...(lost ? [`${incident}: ${lost} acknowledged checkouts are gone`] : []),
    ...(doubled ? [`${incident}: ${doubled} orders too many`] : []),
    ...[...new Set(wrong)].map((it) => `${incident}: ${it}`),
    ...[...new Set(stale)].map((it) => `${incident}: ${it}`),
  ]);
  return [...ofRows, ...findings, ...(/^All \d+ rules hold$/m.test(verified) ? [] : [`verify: ${verified}`])];
}

/** Returns the failures: what is worse than promised. */
export function writeTable(result: Result): string[] {
  const { rows, verified, throughput, minutes, buyers } = result;
  const cores = os.availableParallelism();
  const header = [
    'incident',
    'times',
    'recovery, s at most',
    'acknowledged',
    'lost',
    'doubled',
    'prices',
    'stale',
    'requests',
    '503 + Retry-After',
    'cut off',
    'other errors',
  ];
  const failures = listFailures(result);
  const method = [
    `Three PostgreSQL 17 by Patroni and etcd (synchronous), PgBouncer, HAProxy, three instances of the shop and an object store, each in a network namespace of its own on one machine of ${cores} cores, by the files of \`deploy/cluster/\`; ${buyers} buyers for at least ${minutes} minutes.`,
    'Recovery: from the incident until pages, API and checkouts are all answered again without a break; the worse of the incident and its repair. Acknowledged: checkouts and payments that were answered by 200. Prices: changed by an admin through one instance. Stale: an old price shown by any instance more than a second later.',
    `The release to which it is upgraded is this one with a migration more (a column and an index of the orders). At the end \`verify\`: ${verified.trim().split('\n').at(-1)}.${failures.length ? ` Not as promised: ${failures.length} findings.` : ''}`,
    throughput,
  ];
  const incidents = [...new Set(rows.map(({ incident }) => incident))];
  writeSection({
    title: 'Cluster',
    command: `MINUTES=${minutes} npm run test:cluster`,
    method: method.join(' '),
    rows: [header, ...incidents.map((it) => renderRow(it, rows))],
  });
  return failures;
}
