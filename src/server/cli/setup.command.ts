/** Commands that set a shop up: `migrate` its database, `seed` demo data, and `images`, which moves them to another store. */
import { parseArgs } from 'node:util';
import { openDatabase } from '../platform/database/connect.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { createFilesPrivately } from '../platform/process/data-dir.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import type { MoveProgress, StoreKind } from '../shop/content/media/move.ts';
import { type Command, EXIT_CODE, formatNumber, print, runOperation } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--dry-run]',
  summary: 'update the database before new processes start; --dry-run lists statements and their locks, and changes nothing',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } } });
    const config = readConfig();
    if (values['dry-run']) {
      const { planMigrations } = await import('../platform/database/plan-migrations.ts');
      for await (const line of planMigrations(config)) print(line);
      return EXIT_CODE.ok;
    }
    createFilesPrivately();
    const warn = (details: object, message: string) =>
      console.error('err' in details ? `${message}: ${describeError(details.err)}` : message);
    const database = await openDatabase({ ...config, migrates: true }, { warn }, print);
    await database.close();
    print('The database is up to date');
    return EXIT_CODE.ok;
  },
};

export const seedCommand: Command = {
  name: 'seed',
  usage: '',
  summary: 'fill an empty shop with demo products, customers and orders',
  run: async (args) => {
    parseArgs({ args });
    const isSeeded = await runOperation('seed', { input: {}, onReport: print });
    if (!isSeeded) print('The shop has products or orders already: nothing was changed.');
    return EXIT_CODE.ok;
  },
};

const isStoreKind = (text: string | undefined): text is StoreKind => text === 'folder' || text === 's3';

const formatProgress = ({ moved, total, bytes }: MoveProgress) =>
  `${formatNumber(moved)} of ${formatNumber(Math.max(moved, total))} files moved, ${(bytes / 1e6).toFixed(1)} MB`;

/** On a terminal, one line that changes; elsewhere a line for every twentieth. */
function createReporter(out: NodeJS.WriteStream): (progress: MoveProgress) => void {
  let shown = 0;
  return (progress) => {
    if (out.isTTY) return void out.write(`\r${formatProgress(progress)}\u001b[K`);
    const step = Math.floor((20 * progress.moved) / Math.max(1, progress.total));
    if (step > shown) print(formatProgress(progress));
    shown = step;
  };
}

export const imagesCommand: Command = {
  name: 'images',
  usage: 'move <from> <to>',
  summary:
    'move the files of images between folder (DATA_DIR/uploads) and s3 (STORAGE_URL) while the shop runs; each copy is compared before its original is deleted, and after an interruption the same command goes on',
  run: async (args) => {
    const [action, from, to, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
    if (action !== 'move' || !isStoreKind(from) || !isStoreKind(to) || others.length) return EXIT_CODE.usage;
    const report = createReporter(process.stdout);
    const result = await runOperation('move-images', { input: { from, to }, onReport: report }).finally(
      () => process.stdout.isTTY && process.stdout.write('\n'),
    );
    print(`Done: ${formatProgress(result)} from ${from} to ${to}`);
    return EXIT_CODE.ok;
  },
};
