import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, EXIT, printable, say, withShop } from './command.ts';
import { type ImportProgress, importProducts } from './import.ts';

const BAR = 30;

function bar({ part, imported, refused }: ImportProgress): string {
  const filled = Math.round(part * BAR);
  const percent = `${Math.floor(part * 100)}`.padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${percent} %  ${imported} imported, ${refused} refused`;
}

/** One line drawn again and again where somebody watches; otherwise a line for every tenth. */
function progressOn(out: NodeJS.WriteStream): { show: (progress: ImportProgress) => void; end: () => void } {
  let tenths = 0;
  const show = (progress: ImportProgress) => {
    if (out.isTTY) {
      out.write(`\r${bar(progress)}\u001b[K`);
      return;
    }
    const reached = Math.floor(progress.part * 10);
    if (reached > tenths) say(`${reached * 10} %: ${progress.imported} imported, ${progress.refused} refused`);
    tenths = reached;
  };
  return { show, end: () => out.isTTY && out.write('\n') };
}

function count(n: number, what: string): string {
  return `${n} ${n === 1 ? what : `${what}s`}`;
}

export const importCommand: Command = {
  usage: 'import <file.csv> [--images <folder>] [--skip-existing]',
  summary:
    'add products from a CSV file with the columns name, category, price, quantity, description, image and, if wanted, shipping (0 or 1); image names a picture beside the file or in the folder given; --skip-existing passes by names that the shop has',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { images: { type: 'string' }, 'skip-existing': { type: 'boolean' } },
    });
    const [file, ...others] = positionals;
    if (!file || others.length) return EXIT.usage;
    const { refused, imported, skipped } = await withShop(async (deps) => {
      const progress = progressOn(process.stdout);
      try {
        return await importProducts(deps, {
          file: path.resolve(file),
          ...(values.images && { imagesDir: path.resolve(values.images) }),
          skipExisting: values['skip-existing'] ?? false,
          onProgress: progress.show,
        });
      } finally {
        progress.end();
      }
    });
    say(`${count(imported, 'product')} imported${skipped ? `, ${skipped} there already` : ''}, ${count(refused.length, 'row')} refused`);
    for (const { row, name, reason } of refused) say(printable(`  row ${row}${name && ` (${name})`}: ${reason}`));
    return refused.length ? EXIT.failed : EXIT.ok;
  },
};
