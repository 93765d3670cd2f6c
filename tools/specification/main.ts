/**
 * npm run specification             prints each row with its tests and their result, and writes docs/specification-report.md
 * npm run specification -- --check  the same without writing: part of npm test
 * npm run specification -- --bite   breaks one behaviour after the other in a copy and sees its tests fail; with rows behind it, those alone. Writes what it found into the same page
 */
import path from 'node:path';
import { checkSpecification } from './check.ts';
import { runMutations } from './mutate.ts';

const root = path.resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const rows = args.filter((it) => !it.startsWith('--'));
const unknown = args.find((it) => it.startsWith('--') && it !== '--check' && it !== '--bite');
const print = (line: string) => console.log(line);

function run(): boolean {
  if (unknown) {
    print(`There is no ${unknown}: leave it out, or say --check, or --bite with the rows to try`);
    return false;
  }
  if (!args.includes('--bite')) return checkSpecification(root, print, { isWritten: !args.includes('--check') });
  return runMutations(root, rows, print);
}

try {
  process.exitCode = run() ? 0 : 1;
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
