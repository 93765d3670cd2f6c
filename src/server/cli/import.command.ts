import path from 'node:path';
import { parseArgs } from 'node:util';
import { STOCK_MAX } from '../../contract/limits.ts';
import { IMPORT_MATCHES, IMPORT_NOTICES, type ImportNoticeKind } from '../../contract/product-import-fields.ts';
import { type ImportProgress, openImportFile } from '../shop/catalog/import/rows/import-products.ts';
import { type Command, EXIT_CODE, formatCount, print, runOperation, sanitizeForTerminal } from './command.ts';
import { packRows } from './import-lines.ts';

const BAR_WIDTH = 30;

const NOTICE_NAMES: Record<ImportNoticeKind, string> = {
  no_stock: 'Sold out',
  no_image: 'Without an image',
  hidden: 'Not shown',
  guessed: 'Guessed',
  cut: 'Shortened',
  dropped: 'Left out',
};

/** Null: it names another kind. */
function parseKinds(text: string): ReadonlySet<ImportNoticeKind> | null {
  if (text === 'none') return new Set();
  if (text === 'all') return new Set(IMPORT_NOTICES);
  const names = text.split(',').map((it) => it.trim());
  const kinds = IMPORT_NOTICES.filter((it) => names.includes(it));
  return kinds.length === names.length ? new Set(kinds) : null;
}

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
  usage:
    '<file.csv> [--images <folder>] [--image-hosts <host,host>] [--update auto|sku|slug|none] [--stock <n>] [--hide-without-image] [--show all|none|<kind,kind>] [--skip-existing]',
  summary:
    'add products from a CSV file, as Shopify and WooCommerce export them or with this shop’s own columns (docs/product-file.md); the column image names a file beside the CSV file or in the folder given, or several, separated by |, or URLs on the hosts of --image-hosts; products that have a row’s SKU (or slug) are changed instead, unless --update none; --stock says how many there are of what the file doesn’t count; --hide-without-image makes drafts of products without an image; --show says which notices are listed (no_stock, no_image, hidden, guessed, cut, dropped); --skip-existing skips names that the shop has already',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        images: { type: 'string' },
        'image-hosts': { type: 'string' },
        update: { type: 'string' },
        stock: { type: 'string' },
        'hide-without-image': { type: 'boolean' },
        show: { type: 'string' },
        'skip-existing': { type: 'boolean' },
      },
    });
    const [file, ...others] = positionals;
    const match = IMPORT_MATCHES.find((it) => it === (values.update ?? 'auto'));
    const stock = values.stock === undefined ? undefined : Number(values.stock);
    const isStock = stock === undefined || (Number.isInteger(stock) && stock >= 0 && stock <= STOCK_MAX);
    const shown = parseKinds(values.show ?? 'all');
    if (!file || others.length || !match || !isStock || !shown) return EXIT_CODE.usage;
    const skipExisting = values['skip-existing'] ?? false;
    const existing = new Set(skipExisting ? await runOperation('list-product-names', { input: {} }) : []);
    let isRemembered = false;
    const source = await openImportFile(path.resolve(file), {
      folder: values.images && path.resolve(values.images),
      hosts: values['image-hosts']?.split(',').map((it) => it.trim()) ?? [],
      findChoices: async (header) => {
        const choices = await runOperation('find-import-choices', { input: { header } });
        isRemembered = choices !== null;
        return choices;
      },
    });
    const { format, dialect } = source.plan;
    if (format.name !== 'products') print(FORMAT_NAMES[format.name]);
    if (isRemembered) print('Its columns are read as was chosen for such a file before.');
    if (dialect.encoding === 'windows-1252') print('The file is not UTF-8. It is read as Latin-1 (windows-1252).');
    const progress = createProgressReporter(process.stdout);
    const { rejected, imported, skipped, updated, unchanged, notices, noticeCounts } = await runOperation('import', {
      input: {
        ...{ skipExisting, match, hidesImageless: values['hide-without-image'] ?? false },
        ...(stock !== undefined && { uncountedStock: stock }),
        newFields: source.plan.customFields,
      },
      lines: packRows(source, existing),
      onReport: progress.show,
    }).finally(progress.end);
    print(
      `${formatCount(imported, 'product')} imported${updated + unchanged || values.update ? `, ${updated} updated, ${unchanged} unchanged` : ''}${skipped ? `, ${skipped} there already` : ''}, ${formatCount(rejected.length, 'row')} refused`,
    );
    for (const { row, name, reason } of rejected) print(sanitizeForTerminal(`  row ${row}${name && ` (${name})`}: ${reason}`));
    for (const kind of IMPORT_NOTICES) {
      const count = noticeCounts[kind];
      if (!count) continue;
      print(`${NOTICE_NAMES[kind]}: ${formatCount(count, 'notice')}`);
      const listed = shown.has(kind) ? notices.filter((it) => it.kind === kind) : [];
      for (const { row, name, column, reason } of listed)
        print(sanitizeForTerminal(`  row ${row}${name && ` (${name})`}: ${column ? `${column} ` : ''}${reason}`));
    }
    return rejected.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
