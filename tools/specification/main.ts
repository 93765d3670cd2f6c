/**
 * npm run specification              prints each row with its tests and their result, and writes reports/specification.md
 * npm run specification -- --check   prints only what isn't proven: part of npm test
 * npm run specification -- --mutate  mutation tests: makes one change at a time in a copy and checks that a test notices; add rows to run theirs alone. `--bite` is the old name
 * npm run specification -- --defences  the same for the mutations that remove a security control, after `--check` if both are given
 */
import path from 'node:path';
import { checkSpecification } from './check.ts';
import { runMutations } from './mutate.ts';
import { DEFENCES, MUTATIONS } from './mutations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const KNOWN_OPTIONS = ['--check', '--mutate', '--bite', '--defences'];
const args = process.argv.slice(2);
const rows = args.filter((it) => !it.startsWith('--'));
const unknown = args.find((it) => it.startsWith('--') && !KNOWN_OPTIONS.includes(it));
const print = (line: string) => console.log(line);

function run(): boolean {
  if (unknown) {
    print(`Unknown option ${unknown}. Known are --check, and --mutate and --defences with rows behind them`);
    return false;
  }
  if (args.includes('--mutate') || args.includes('--bite')) return runMutations(root, MUTATIONS, rows, print);
  if (args.includes('--defences'))
    return (
      (!args.includes('--check') || checkSpecification(root, print, { writesReport: false })) && runMutations(root, DEFENCES, rows, print)
    );
  return checkSpecification(root, print, { writesReport: !args.includes('--check') });
}

try {
  process.exitCode = run() ? 0 : 1;
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
