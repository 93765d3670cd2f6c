import { parseArgs } from 'node:util';
import type { MoveProgress, StoreKind } from '../shop/content/media/move.ts';
import { type Command, EXIT_CODE, formatNumber, print, runOperation } from './command.ts';

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
