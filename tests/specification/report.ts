/** What the last run of the tests left behind in reports/tests.json, and whether it can still be believed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { namedIn } from './rows.ts';

export const REPORT = 'reports/tests.json';

/** A change in one of these may change what a test says. The script that reads the report is none of them. */
const SOURCES = ['src', 'tests', 'vitest.config.ts', 'vite.config.ts', 'package-lock.json'];
const NO_SOURCE = path.join('tests', 'specification');

type Status = 'passed' | 'failed' | 'skipped';

export interface Proof {
  /** From the root of the repository. */
  file: string;
  line: number;
  title: string;
  rows: string[];
  /** On every database that it ran on; skipped only where it ran on none. */
  status: Status;
}

interface WrittenReport {
  startTime: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; location?: { line: number } }[];
  }[];
}

export interface Report {
  startedAt: Date;
  proofs: Proof[];
  /** How many tests ran, each on each of its databases. */
  ran: number;
  /** What is wrong with the report itself. */
  faults: string[];
}

function filesIn(root: string, entry: string): string[] {
  const whole = path.join(root, entry);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [entry];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.relative(root, path.join(it.parentPath, it.name)));
}

function statusOf(seen: string[]): Status {
  if (seen.includes('failed')) return 'failed';
  return seen.includes('passed') ? 'passed' : 'skipped';
}

/** The same test on two databases is one proof. */
function proofsOf(root: string, { testResults }: WrittenReport): Proof[] {
  const found = new Map<string, { proof: Omit<Proof, 'status'>; seen: string[] }>();
  for (const { name, assertionResults } of testResults) {
    const file = path.relative(root, name);
    for (const { fullName: title, status, location } of assertionResults) {
      const line = location?.line ?? 0;
      const key = `${file}:${line}:${title}`;
      const entry = found.get(key) ?? { proof: { file, line, title, rows: namedIn(title) }, seen: [] };
      entry.seen.push(status);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ proof, seen }) => ({ ...proof, status: statusOf(seen) }));
}

/** A part of the tests, a file that broke before its first test, or sources changed since: then a row may only seem proven. */
function faultsOf(root: string, { startTime, testResults }: WrittenReport): string[] {
  const sources = SOURCES.flatMap((it) => filesIn(root, it)).filter((it) => !it.startsWith(NO_SOURCE));
  const times = new Map<string, number>();
  for (const { name } of testResults) times.set(path.relative(root, name), (times.get(path.relative(root, name)) ?? 0) + 1);
  // Those beside the sources run on both databases.
  const missing = sources.filter((it) => it.endsWith('.test.ts') && (times.get(it) ?? 0) < (it.startsWith('src') ? 2 : 1));
  const newer = sources.filter((it) => statSync(path.join(root, it)).mtimeMs > startTime);
  const broken = testResults.filter((it) => it.status === 'failed' && !it.assertionResults.some((one) => one.status === 'failed'));
  const some = (list: string[]) => `${list.slice(0, 3).join(', ')}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`;
  return [
    ...(newer.length ? [`${REPORT} is older than its sources (${some(newer)}): run npm test`] : []),
    ...(missing.length ? [`${REPORT} is of a part of the tests; not in it, or not on both databases: ${some(missing)}. Run npm test`] : []),
    ...broken.map((it) => `${path.relative(root, it.name)}: could not be run: ${it.message.split('\n')[0]}`),
  ];
}

export function readReport(root: string): Report {
  const file = path.join(root, REPORT);
  if (!existsSync(file)) {
    return { startedAt: new Date(0), proofs: [], ran: 0, faults: [`${REPORT} is missing: run npm test, which writes it`] };
  }
  const written = JSON.parse(readFileSync(file, 'utf8')) as WrittenReport;
  return {
    startedAt: new Date(written.startTime),
    proofs: proofsOf(root, written),
    ran: written.testResults.reduce((sum, it) => sum + it.assertionResults.length, 0),
    faults: faultsOf(root, written),
  };
}
