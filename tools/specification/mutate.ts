/** Mutation tests: makes one change at a time in a copy of the tree and checks that a test of the affected row fails. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { applyMutation, type Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';
import { formatTime, REPORT_PAGE, readCommit, readMutationSection, renderEnvironment, writeMutationSection } from './report-page.ts';
import { findRowIds } from './rows.ts';
import { REPORT_FILE } from './test-results.ts';

/** Enough to build, start a shop and run the tests of one row. */
const TIMEOUT_MS = 10 * MINUTE;

/** Server tests run on PostgreSQL, or without a database. */
const VITEST_PROJECTS: Record<Mutation['project'], string[]> = { server: ['postgres', 'unit'], e2e: ['e2e'] };

interface TestRun {
  passed: string[];
  failed: string[];
  /** The last lines printed, to explain why no test ran. */
  output: string;
}

export interface MutationResult {
  mutation: Mutation;
  /** Title of the first test that failed; null: the mutation survived. */
  caughtBy: string | null;
  seconds: number;
}

/** Copies the working tree, uncommitted changes included; only node_modules is shared. */
function copyWorkingTree(root: string): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'shop-mutation-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter((it) => it && existsSync(path.join(root, it)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  if (existsSync(path.join(root, 'build'))) cpSync(path.join(root, 'build'), path.join(copy, 'build'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Only files that name one of the rows: vitest doesn't load the others. */
function findTestFiles(copy: string, rows: string[], project: Mutation['project']): string[] {
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src/**/*.test.ts', 'tests/**/*.test.ts'],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  const isInProject = (file: string) => file.startsWith('tests/e2e/') === (project === 'e2e');
  const rowPattern = new RegExp(`\\b(${rows.join('|')})\\b`);
  return list.split('\n').filter((file) => file && isInProject(file) && rowPattern.test(readFileSync(path.join(copy, file), 'utf8')));
}

function runRowTests(copy: string, rows: string[], project: Mutation['project'], stopsAtFirstFailure: boolean): TestRun {
  const file = path.join(copy, REPORT_FILE);
  rmSync(file, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...VITEST_PROJECTS[project].flatMap((it) => ['--project', it]),
      ...['-t', `\\[(${rows.join('|')})\\]`, '--reporter', 'json', '--outputFile', REPORT_FILE],
      ...(stopsAtFirstFailure ? ['--bail', '1'] : []),
      ...findTestFiles(copy, rows, project),
    ],
    { cwd: copy, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 },
  );
  const output = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n');
  if (!existsSync(file)) return { passed: [], failed: [], output };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const tests = testResults.flatMap((it) => it.assertionResults);
  const titlesWith = (status: string) => tests.filter((it) => it.status === status).map((it) => it.fullName);
  return { passed: titlesWith('passed'), failed: titlesWith('failed'), output };
}

/** The tests must pass before the first mutation: otherwise a failure would say nothing about it. */
function runUnmutatedTests(copy: string, mutations: readonly Mutation[], print: (line: string) => void): void {
  for (const [project, projectMutations] of Map.groupBy(mutations, (it) => it.project)) {
    const rows = [...new Set(projectMutations.map((it) => it.row))];
    print(`without a mutation, ${project}: ${rows.join(', ')}`);
    const { passed, failed, output } = runRowTests(copy, rows, project, false);
    if (failed.length) throw new Error(`Fails without a mutation: ${failed.join('; ')}`);
    const unproven = rows.filter((row) => !passed.some((title) => findRowIds(title).includes(row)));
    if (unproven.length) throw new Error(`No test ran for ${unproven.join(', ')}:\n${output}`);
    print(`  ${passed.length} tests passed`);
  }
}

function runMutation(copy: string, mutation: Mutation): MutationResult {
  const start = performance.now();
  const { file: mutatedFile, text } = applyMutation(copy, mutation);
  const file = path.join(copy, mutatedFile);
  const originalText = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  try {
    const { passed, failed, output } = runRowTests(copy, [mutation.row], mutation.project, true);
    const caughtBy = failed.find((title) => findRowIds(title).includes(mutation.row)) ?? null;
    if (!caughtBy && !passed.length) throw new Error(`${mutation.row}: no test ran:\n${output}`);
    return { mutation, caughtBy, seconds: Math.round((performance.now() - start) / SECOND) };
  } finally {
    writeFileSync(file, originalText);
  }
}

const formatChange = (change: Mutation['change']) =>
  Object.entries(change)
    .map(([kind, code]) => `${kind} \`${String(code).replaceAll('|', '\\|').replaceAll('`', "'")}\``)
    .join();

const SURVIVED = '**survived**';
const NOT_RUN = '**not run yet**';

/** Identifies a mutation in the report: a line that begins otherwise belongs to another one. */
const formatRowPrefix = ({ row, effect, place, change, project }: Mutation) =>
  `| ${row} | ${effect} | \`${place}\`: ${formatChange(change)} | ${project} |`;

/** Results of this run; mutations that didn't run keep the line of an earlier run. */
export function mergeResultRows(previousRows: string[], results: MutationResult[], ranAt: string, mutations = MUTATIONS): string[] {
  const resultsByMutation = new Map(results.map((it) => [it.mutation, it]));
  return mutations.map((mutation) => {
    const rowPrefix = formatRowPrefix(mutation);
    const latest = resultsByMutation.get(mutation);
    if (!latest) return previousRows.find((line) => line.startsWith(rowPrefix)) ?? `${rowPrefix} ${NOT_RUN} | | |`;
    const title = latest.caughtBy?.replaceAll('|', '\\|').replace(/\[[^\]]*\] ?/g, '') ?? SURVIVED;
    return `${rowPrefix} ${title} | ${latest.seconds} | ${ranAt} |`;
  });
}

function renderMutationSection(root: string, startedAt: Date, results: MutationResult[]): string {
  const resultRows = mergeResultRows(readMutationSection(root).split('\n'), results, `${formatTime(startedAt)}, ${readCommit(root)}`);
  const killedCount = resultRows.filter((it) => !it.includes(SURVIVED) && !it.includes(NOT_RUN)).length;
  return [
    `\`npm run specification -- --mutate\` makes one change at a time (\`tools/specification/mutations.ts\`) in a copy of the tree and runs the tests of the affected row: one of them must fail. **${killedCount} of ${resultRows.length} mutations were caught.**`,
    'The last run, of all or of some:',
    renderEnvironment(root, startedAt),
    ['| row | mutation | change | tests | caught by | seconds | when |', '|---|---|---|---|---|---|---|', ...resultRows].join('\n'),
  ].join('\n\n');
}

/** Runs all of these mutations, or those of the given rows; true if every one was caught. */
export function runMutations(root: string, mutations: readonly Mutation[], rows: string[], print: (line: string) => void): boolean {
  const selected = mutations.filter((it) => !rows.length || rows.includes(it.row));
  const unknownRows = rows.filter((row) => !mutations.some((it) => it.row === row));
  if (unknownRows.length) throw new Error(`tools/specification/mutations.ts has no mutation for ${unknownRows.join(', ')}`);
  // Fails at once, instead of after minutes, if the code to change is gone.
  for (const it of selected) applyMutation(root, it);
  const startedAt = new Date();
  const copy = copyWorkingTree(root);
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
    runUnmutatedTests(copy, selected, print);
    const results = selected.map((mutation) => {
      const result = runMutation(copy, mutation);
      print(`${mutation.row.padEnd(9)} ${result.caughtBy === null ? 'SURVIVED' : 'caught'}: ${mutation.effect} (${result.seconds} s)`);
      return result;
    });
    writeMutationSection(root, renderMutationSection(root, startedAt, results));
    print(`${results.filter((it) => it.caughtBy !== null).length} of ${results.length} were caught`);
    print(`written: ${REPORT_PAGE}`);
    return results.every((it) => it.caughtBy !== null);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
