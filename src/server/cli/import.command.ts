import path from 'node:path';
import { parseArgs } from 'node:util';
import { IMPORT_MATCHES } from '../../contract/product-import-choices.ts';
import { type ImportProgress, openImportFile } from '../catalog/import/import-products.ts';
import { type Command, EXIT_CODE, formatCount, print, runOperation, sanitizeForTerminal } from './command.ts';
import { packRows } from './packed-rows.ts';

const BAR_WIDTH = 30;

const FORMAT_NAMES = {
  shopify: 'This is a product export of Shopify.',
  woocommerce: 'This is a product export of WooCommerce.',
};

function formatProgressBar({ fraction, imported, rejected }: ImportProgress): string {
  const filled = Math.round(fraction * BAR_WIDTH);
  const percent = `${Math.floor(fraction * 100)}`.padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent} %  ${imported} imported, ${rejected} refused`;
}

/** A progress bar on a terminal; elsewhere, such as in a log, a line for every tenth. */
function createProgressReporter(out: NodeJS.WriteStream): { show: (progress: ImportProgress) => void; end: () => void } {
  let tenths = 0;
  const show = (progress: ImportProgress) => {
    if (out.isTTY) {
      out.write(`\r${formatProgressBar(progress)}\u001b[K`);
      return;
    }
    const tenth = Math.floor(progress.fraction * 10);
    if (tenth > tenths) print(`${tenth * 10} %: ${progress.imported} imported, ${progress.rejected} refused`);
    tenths = tenth;
  };
  return { show, end: () => out.isTTY && out.write('\n') };
}

export const importCommand: Command = {
  name: 'import',
  usage: '<file.csv> [--images <folder>] [--image-hosts <host,host>] [--update auto|sku|slug] [--skip-existing]',
  summary:
    'add products from a CSV file, as Shopify and WooCommerce export them or with the columns name, category, price, quantity, description, image and, if wanted, shipping (0 or 1), compare_at_price, sku, weight (grams), status (draft, active or archived), attributes (Material: Wool | Color: Red), image_alt (what the images show), options (Size: 41, 42; Colour: Red, Blue) and variants (41 / Red: 129.00, 5; …); image names a file beside the CSV file or in the folder given, or up to ten, parted by |, or URLs on the hosts of --image-hosts; --update changes the products that have a row’s SKU (or slug) instead; --skip-existing skips names that the shop has already',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        images: { type: 'string' },
        'image-hosts': { type: 'string' },
        update: { type: 'string' },
        'skip-existing': { type: 'boolean' },
      },
    });
    const [file, ...others] = positionals;
    const match = IMPORT_MATCHES.find((it) => it === (values.update ?? 'none'));
    if (!file || others.length || !match) return EXIT_CODE.usage;
    const skipExisting = values['skip-existing'] ?? false;
    const existing = new Set(skipExisting ? await runOperation('list-product-names', { input: {} }) : []);
    const source = await openImportFile(path.resolve(file), {
      folder: values.images && path.resolve(values.images),
      hosts: values['image-hosts']?.split(',').map((it) => it.trim()) ?? [],
    });
    const { format, dialect } = source.plan;
    if (format.name !== 'products') print(FORMAT_NAMES[format.name]);
    if (dialect.encoding === 'windows-1252') print('The file is not UTF-8. It is read as Latin-1 (windows-1252).');
    const progress = createProgressReporter(process.stdout);
    const { rejected, imported, skipped, updated, unchanged } = await runOperation('import', {
      input: { skipExisting, match },
      lines: packRows(source, existing),
      onReport: progress.show,
    }).finally(progress.end);
    print(
      `${formatCount(imported, 'product')} imported${match === 'none' ? '' : `, ${updated} updated, ${unchanged} unchanged`}${skipped ? `, ${skipped} there already` : ''}, ${formatCount(rejected.length, 'row')} refused`,
    );
    for (const { row, name, reason } of rejected) print(sanitizeForTerminal(`  row ${row}${name && ` (${name})`}: ${reason}`));
    return rejected.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
