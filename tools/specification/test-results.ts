/** Reads reports/tests.json, which vitest writes, and checks that it is complete and newer than the sources. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CLUSTER_TESTS, EMBEDDED_TESTS, FULL_TAG, isFullRun, runsCluster, SERVER_TESTS, UNIT_TESTS } from '../../tests/support/projects.ts';
import { findRowIds } from './rows.ts';

export const REPORT_FILE = 'reports/tests.json';

/** A change in one of these may change the result of a test. */
const SOURCES = ['src', 'tests', 'vitest.config.ts', 'vite.config.ts', 'package-lock.json'];

type Status = 'passed' | 'failed' | 'skipped';

export interface Proof {
  /** Relative to the root of the repository. */
  file: string;
  line: number;
  title: string;
  rows: string[];
  /** On every database that it ran on; `skipped` only if it ran on none. */
  status: Status;
}

interface VitestReport {
  startTime: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; location?: { line: number }; tags?: string[] }[];
  }[];
}

export interface Report {
  startedAt: Date;
  proofs: Proof[];
  /** A test that ran on two databases counts twice. */
  testCount: number;
  /** Why the report can't be trusted. */
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

/** A test that ran on two databases is one proof. */
function collectProofs(root: string, { testResults }: VitestReport): Proof[] {
  const proofsByKey = new Map<string, { proof: Omit<Proof, 'status'>; statuses: string[] }>();
  for (const { name, assertionResults } of testResults) {
    const file = path.relative(root, name);
    for (const { fullName: title, status, location, tags } of assertionResults) {
      // It runs in full runs only: here it is no proof, and no gap either if another test proves its rows.
      if (status === 'skipped' && !isFullRun && tags?.includes(FULL_TAG)) continue;
      const line = location?.line ?? 0;
      const key = `${file}:${line}:${title}`;
      const entry = proofsByKey.get(key) ?? { proof: { file, line, title, rows: findRowIds(title) }, statuses: [] };
      entry.statuses.push(status);
      proofsByKey.set(key, entry);
    }
  }
  return [...proofsByKey.values()].map(({ proof, statuses }) => ({ ...proof, status: combineStatuses(statuses) }));
}

const matchesAny = (file: string, globs: string[]) => globs.some((glob) => path.matchesGlob(file, glob));

/** On how many databases vitest.config.ts runs this file. */
function countExpectedRuns(file: string): number {
  if (matchesAny(file, UNIT_TESTS)) return 1;
  if (file.startsWith(CLUSTER_TESTS)) return runsCluster ? 1 : 0;
  return matchesAny(file, isFullRun ? SERVER_TESTS : EMBEDDED_TESTS) ? 2 : 1;
}

/** A report of some tests only, of a file that couldn't be loaded or of older sources: then a row may only seem proven. */
function findReportErrors(root: string, { startTime, testResults }: VitestReport): string[] {
  const sources = SOURCES.flatMap((it) => listFiles(root, it));
  const runCounts = new Map<string, number>();
  for (const { name } of testResults) runCounts.set(path.relative(root, name), (runCounts.get(path.relative(root, name)) ?? 0) + 1);
  const missing = sources.filter((it) => it.endsWith('.test.ts') && (runCounts.get(it) ?? 0) < countExpectedRuns(it));
  const newer = sources.filter((it) => statSync(path.join(root, it)).mtimeMs > startTime);
  const crashedFiles = testResults.filter((it) => it.status === 'failed' && !it.assertionResults.some((one) => one.status === 'failed'));
  const formatList = (list: string[]) => `${list.slice(0, 3).join(', ')}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`;
  return [
    ...(newer.length ? [`${REPORT_FILE} is older than its sources (${formatList(newer)}): run npm test`] : []),
    ...(missing.length
      ? [`${REPORT_FILE} is of some tests only; missing, or missing on one database: ${formatList(missing)}. Run npm test`]
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
