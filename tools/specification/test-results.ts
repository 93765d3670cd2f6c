/** What the last run of the tests left behind in reports/tests.json, and whether it can still be believed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findRowIds } from './rows.ts';

export const REPORT_FILE = 'reports/tests.json';

/** A change in one of these may change what a test says. The script that reads the report is none of them. */
const SOURCES = ['src', 'tests', 'vitest.config.ts', 'vite.config.ts', 'package-lock.json'];
const EXCLUDED_DIR = path.join('tests', 'specification');

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

interface VitestReport {
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
  testCount: number;
  /** What is wrong with the report itself. */
  errors: string[];
}

function listFiles(root: string, entry: string): string[] {
  const fullPath = path.join(root, entry);
  if (!existsSync(fullPath)) return [];
  if (!statSync(fullPath).isDirectory()) return [entry];
  return readdirSync(fullPath, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.relative(root, path.join(it.parentPath, it.name)));
}

function combineStatuses(statuses: string[]): Status {
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('passed') ? 'passed' : 'skipped';
}

/** The same test on two databases is one proof. */
function collectProofs(root: string, { testResults }: VitestReport): Proof[] {
  const proofsByKey = new Map<string, { proof: Omit<Proof, 'status'>; statuses: string[] }>();
  for (const { name, assertionResults } of testResults) {
    const file = path.relative(root, name);
    for (const { fullName: title, status, location } of assertionResults) {
      const line = location?.line ?? 0;
      const key = `${file}:${line}:${title}`;
      const entry = proofsByKey.get(key) ?? { proof: { file, line, title, rows: findRowIds(title) }, statuses: [] };
      entry.statuses.push(status);
      proofsByKey.set(key, entry);
    }
  }
  return [...proofsByKey.values()].map(({ proof, statuses }) => ({ ...proof, status: combineStatuses(statuses) }));
}

/** A part of the tests, a file that broke before its first test, or sources changed since: then a row may only seem proven. */
function findReportErrors(root: string, { startTime, testResults }: VitestReport): string[] {
  const sources = SOURCES.flatMap((it) => listFiles(root, it)).filter((it) => !it.startsWith(EXCLUDED_DIR));
  const runCounts = new Map<string, number>();
  for (const { name } of testResults) runCounts.set(path.relative(root, name), (runCounts.get(path.relative(root, name)) ?? 0) + 1);
  // Those beside the sources run on both databases.
  const missing = sources.filter((it) => it.endsWith('.test.ts') && (runCounts.get(it) ?? 0) < (it.startsWith('src') ? 2 : 1));
  const newer = sources.filter((it) => statSync(path.join(root, it)).mtimeMs > startTime);
  const crashedFiles = testResults.filter((it) => it.status === 'failed' && !it.assertionResults.some((one) => one.status === 'failed'));
  const formatList = (list: string[]) => `${list.slice(0, 3).join(', ')}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`;
  return [
    ...(newer.length ? [`${REPORT_FILE} is older than its sources (${formatList(newer)}): run npm test`] : []),
    ...(missing.length
      ? [`${REPORT_FILE} is of a part of the tests; not in it, or not on both databases: ${formatList(missing)}. Run npm test`]
      : []),
    ...crashedFiles.map((it) => `${path.relative(root, it.name)}: could not be run: ${it.message.split('\n')[0]}`),
  ];
}

export function readReport(root: string): Report {
  const file = path.join(root, REPORT_FILE);
  if (!existsSync(file)) {
    return { startedAt: new Date(0), proofs: [], testCount: 0, errors: [`${REPORT_FILE} is missing: run npm test, which writes it`] };
  }
  const vitestReport = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  return {
    startedAt: new Date(vitestReport.startTime),
    proofs: collectProofs(root, vitestReport),
    testCount: vitestReport.testResults.reduce((sum, it) => sum + it.assertionResults.length, 0),
    errors: findReportErrors(root, vitestReport),
  };
}
