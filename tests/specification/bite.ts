/** Breaks one behaviour after the other in a copy of the tree, and sees whether the tests of its row notice. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MUTATIONS, type Mutation } from './mutations.ts';
import { circumstances, commitOf, PAGE, readBite, timeOf, writeBite } from './page.ts';
import { REPORT } from './report.ts';
import { namedIn } from './rows.ts';

/** A build, a shop and the tests of one row. */
const PATIENCE = 10 * 60_000;

interface Seen {
  passed: string[];
  failed: string[];
  /** The end of what was printed where no test ran. */
  output: string;
}

export interface Bitten {
  mutation: Mutation;
  /** What noticed it; null where nothing did. */
  by: string | null;
  seconds: number;
}

/** The tree as it is, committed or not, in a place of its own; nothing is shared with it but what npm installed. */
function copyTree(root: string): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'shop-bite-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter((it) => it && existsSync(path.join(root, it)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  if (existsSync(path.join(root, 'build'))) cpSync(path.join(root, 'build'), path.join(copy, 'build'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Those that speak of one of the rows, so that the others needn't be opened. */
function filesNaming(copy: string, rows: string[], project: Mutation['project']): string[] {
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src/**/*.test.ts', 'tests/**/*.test.ts'],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  const isHere = (file: string) => file.startsWith('tests/browser/') === (project === 'browser');
  const names = new RegExp(`\\b(${rows.join('|')})\\b`);
  return list.split('\n').filter((file) => file && isHere(file) && names.test(readFileSync(path.join(copy, file), 'utf8')));
}

/** Runs the tests that name one of the rows. */
function runRows(copy: string, rows: string[], project: Mutation['project'], isFirstEnough: boolean): Seen {
  const file = path.join(copy, REPORT);
  rmSync(file, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--project', project, '-t', `\\[(${rows.join('|')})\\]`, '--reporter', 'json'],
      ...(isFirstEnough ? ['--bail', '1'] : []),
      ...filesNaming(copy, rows, project),
    ],
    { cwd: copy, encoding: 'utf8', timeout: PATIENCE, maxBuffer: 2 ** 26 },
  );
  const output = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n');
  if (!existsSync(file)) return { passed: [], failed: [], output };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const tests = testResults.flatMap((it) => it.assertionResults);
  const of = (status: string) => tests.filter((it) => it.status === status).map((it) => it.fullName);
  return { passed: of('passed'), failed: of('failed'), output };
}

/** The file with its one line changed; throws where the line isn't there, or isn't the only one. */
export function mutate(text: string, { row, file, find, replace }: Mutation): string {
  const times = text.split(find).length - 1;
  if (times === 1) return text.replace(find, () => replace);
  throw new Error(`tests/specification/mutations.ts: ${row}: the text to change stands ${times} times in ${file}, not once: ${find}`);
}

/** In an unbroken copy every row must hold: a copy in which nothing works would prove nothing. */
function control(copy: string, mutations: readonly Mutation[], print: (line: string) => void): void {
  for (const [project, own] of Map.groupBy(mutations, (it) => it.project)) {
    const rows = [...new Set(own.map((it) => it.row))];
    print(`the copy unbroken, ${project}: ${rows.join(', ')}`);
    const { passed, failed, output } = runRows(copy, rows, project, false);
    if (failed.length) throw new Error(`In a copy that nobody broke fails: ${failed.join('; ')}`);
    const unproven = rows.filter((row) => !passed.some((title) => namedIn(title).includes(row)));
    if (unproven.length) throw new Error(`In a copy that nobody broke no test ran for ${unproven.join(', ')}:\n${output}`);
    print(`  ${passed.length} tests passed`);
  }
}

function breakOne(copy: string, mutation: Mutation): Bitten {
  const start = performance.now();
  const file = path.join(copy, mutation.file);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(whole, mutation));
  try {
    const { passed, failed, output } = runRows(copy, [mutation.row], mutation.project, true);
    const by = failed.find((title) => namedIn(title).includes(mutation.row)) ?? null;
    if (!by && !passed.length) throw new Error(`${mutation.row}: no test ran:\n${output}`);
    return { mutation, by, seconds: Math.round((performance.now() - start) / 1000) };
  } finally {
    writeFileSync(file, whole);
  }
}

const code = (text: string) =>
  `\`${text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('`', "'")}\``;

const UNNOTICED = '**nothing noticed**';
const UNTRIED = '**not tried yet**';

/** What is said of a mutation whatever came of it: a line of the page that begins otherwise is of another one. */
const beginningOf = ({ row, what, file, find, replace, project }: Mutation) =>
  `| ${row} | ${what} | \`${file}\`: ${code(find)} → ${code(replace)} | ${project} |`;

/** Those tried now, and of the others what the page said of them. */
export function mergeLines(old: string[], bitten: Bitten[], when: string, mutations = MUTATIONS): string[] {
  const tried = new Map(bitten.map((it) => [it.mutation, it]));
  return mutations.map((mutation) => {
    const beginning = beginningOf(mutation);
    const now = tried.get(mutation);
    if (!now) return old.find((line) => line.startsWith(beginning)) ?? `${beginning} ${UNTRIED} | | |`;
    const title = now.by?.replaceAll('|', '\\|').replace(/\[[^\]]*\] ?/g, '') ?? UNNOTICED;
    return `${beginning} ${title} | ${now.seconds} | ${when} |`;
  });
}

function pageOf(root: string, startedAt: Date, bitten: Bitten[]): string {
  const lines = mergeLines(readBite(root).split('\n'), bitten, `${timeOf(startedAt)}, ${commitOf(root)}`);
  const noticed = lines.filter((it) => !it.includes(UNNOTICED) && !it.includes(UNTRIED)).length;
  return [
    `\`npm run specification -- --bite\` breaks one behaviour after the other, one line each (\`tests/specification/mutations.ts\`), in a copy of the tree, runs the tests of its row, and wants one of them to fail. Before that the same tests have passed in the copy unbroken. **${noticed} of ${lines.length} were noticed.**`,
    'The last time, of all or of some:',
    circumstances(root, startedAt),
    ['| row | broken so that | the line | proven in | noticed first by | seconds | when |', '|---|---|---|---|---|---|---|', ...lines].join(
      '\n',
    ),
  ].join('\n\n');
}

/** All of them, or those of some rows; true where each was noticed. */
export function bite(root: string, rows: string[], print: (line: string) => void): boolean {
  const chosen = MUTATIONS.filter((it) => !rows.length || rows.includes(it.row));
  const strange = rows.filter((row) => !MUTATIONS.some((it) => it.row === row));
  if (strange.length) throw new Error(`tests/specification/mutations.ts breaks nothing for ${strange.join(', ')}`);
  // All of them are looked up before the first minute is spent.
  for (const it of chosen) mutate(readFileSync(path.join(root, it.file), 'utf8'), it);
  const startedAt = new Date();
  const copy = copyTree(root);
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
    control(copy, chosen, print);
    const bitten = chosen.map((mutation) => {
      const one = breakOne(copy, mutation);
      print(`${mutation.row.padEnd(9)} ${one.by === null ? 'NOT NOTICED' : 'noticed'}: ${mutation.what} (${one.seconds} s)`);
      return one;
    });
    writeBite(root, pageOf(root, startedAt, bitten));
    print(`written: ${PAGE}`);
    return bitten.every((it) => it.by !== null);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
