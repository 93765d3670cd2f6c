/**
 * Files as merchants bring them (tests/fixtures/imports/merchants), each the smallest that shows a fault: what comes in, and that no field is lost. Each
 * column that says something is read as a field, or named by a line of the result.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, readTestProduct } from '../../../../tests/support/product-imports.ts';
import type { ImportNotice, ProductImport } from '../../../contract/product-import-fields.ts';
import { findDialect, openCsvFile, readRecords } from '../catalog/import/reading/csv.ts';

const shop = await openShop();

const FOLDER = path.join(import.meta.dirname, '../../../../tests/fixtures/imports/merchants');

/** What says nothing that could be lost: how the other shop's own pages and shipping work, where each attribute is shown. */
const SAYS_NOTHING =
  /^(Variant Fulfillment Service|Variant Weight Unit|Variant Inventory Tracker|Position|Attribute \d (visible|global)|Option\d Linked To|Download \d ID)$/;
/** What a column has where nobody has filled it in. */
const IS_EMPTY = /^(0([.,]0+)?|false|taxable|visible|1|true)?$/i;

/** `refused`: rows that were handed back as they are. */
async function listSayingColumns(file: string, refused: ReadonlySet<number>): Promise<string[]> {
  const csv = await openCsvFile(file);
  const [header = [], ...rows] = await Array.fromAsync(readRecords(csv, await findDialect(csv)), ({ row, record }) =>
    refused.has(row) ? [] : record,
  );
  return header.filter((title, index) => title && !SAYS_NOTHING.test(title) && rows.some((it) => !IS_EMPTY.test(it[index]?.trim() ?? '')));
}

const listLost = (saying: string[], { columns }: ProductImport, notices: ImportNotice[]): string[] => {
  const kept = new Set(columns.flatMap(({ title, field }) => (field ? [title] : [])));
  const told = notices.map(({ column, reason }) => `${column} ${reason}`).join('\n');
  return saying.filter((title) => !kept.has(title) && !told.includes(title));
};

interface Right {
  created: number;
  refused?: number;
  /** Lines of the result. */
  told?: RegExp[];
  /** By its address. */
  product?: [slug: string, values: object];
}

const DRAFT = { status: 'draft' };

const FILES: Record<string, Right> = {
  'shopify/untracked': { created: 1, product: ['cup', { stock: { policy: 'untracked' } }] },
  'shopify/noqtycol': { created: 1, told: [/isn't tracked in the file/] },
  'shopify/continue': { created: 1, product: ['cup', { stock: { policy: 'backorder' } }] },
  'shopify/again1': { created: 1 },
  'shopify/handles': { created: 7 },
  'shopify/handle81': { created: 1 },
  'shopify/dupsku_in': { created: 1, told: [/is already used in row/] },
  'shopify/race': { created: 1, refused: 4 },
  'shopify/racegood': { created: 9 },
  'shopify/unpub_active': { created: 1, told: [/isn't published in the file/], product: ['cup', DRAFT] },
  'shopify/pub_excel_de': { created: 1, told: [/isn't published in the file/], product: ['cup', DRAFT] },
  'shopify/unlisted': { created: 1, told: [/is unlisted in the file/], product: ['cup', DRAFT] },
  'shopify/noimage': { created: 1, told: [/without an image/] },
  'shopify/comma_price': { created: 1, product: ['cup', { price: 12.5, compareAtPrice: 15 }] },
  'shopify/excel_de': { created: 1, product: ['cup', { price: 12.5 }] },
  'shopify/apos_sku': { created: 2, product: ['cup', { sku: '00123' }] },
  'shopify/tags31': { created: 1 },
  'shopify/optval61': { created: 1 },
  'shopify/alt301': { created: 1 },
  'shopify/name201': { created: 1 },
  'shopify/images12': { created: 1 },
  'shopify/html': { created: 1, product: ['cup', { descriptionFormat: 'markdown' }] },
  'shopify/apart': { created: 2 },
  'shopify/positions': { created: 1 },
  'shopify/giftcard': { created: 1, product: ['gift', { soldAs: 'gift_card', shipping: 0 }] },
  'shopify/casevalues': { created: 1, told: [/red as Red/] },
  'shopify/seo': { created: 1, product: ['cup', { seoTitle: 'Buy cups' }] },
  'shopify/everything': {
    created: 1,
    told: [/not imported: .*Google Shopping \/ Gender/, /keeps as custom fields: .*Fabric/],
    product: [
      'cup',
      { cost: 4, barcode: '4006381333931', seoTitle: 'Buy', customFields: { fabric: 'Clay', sizes: 'S, M' }, brand: { name: 'Oak' } },
    ],
  },
  'woocommerce/w_ship': { created: 2, product: ['e-book', { shipping: 0 }] },
  'woocommerce/w_nostock': { created: 1, product: ['cup', { stock: { policy: 'untracked' } }] },
  'woocommerce/w_ragged': { created: 1 },
  'woocommerce/w_saleended': { created: 1, told: [/the sale at 10 ended/], product: ['cup', { price: 20 }] },
  'woocommerce/w_hidden': { created: 1, told: [/is hidden in the file/], product: ['cup', DRAFT] },
  'woocommerce/w_commaprice': { created: 1, product: ['cup', { price: 19.99 }] },
  'woocommerce/w_cats': { created: 4 },
  'woocommerce/w_short': { created: 1 },
  'woocommerce/w_any': { created: 1 },
  'woocommerce/w_de': { created: 1, product: ['tasse', { name: 'Tasse' }] },
  'woocommerce/w_idparent': { created: 1 },
  'woocommerce/w_orphan': { created: 0, refused: 1 },
  'woocommerce/w_noprice': { created: 1, told: [/has no price in the file/], product: ['cup', DRAFT] },
  'woocommerce/w_grouped': { created: 1, refused: 1 },
  'woocommerce/everything': {
    created: 2,
    told: [
      /not imported: .*Shipping class/,
      /isn't published|files on files.example aren't fetched/,
      /keeps as custom fields: .*Length \(cm\)/,
    ],
    product: [
      'cup',
      { brand: { name: 'Oak' }, customFields: { length_cm: 12, purchase_note: 'Thanks', warranty: 2 }, barcode: '4006381333931' },
    ],
  },
};

async function importOnce(name: string) {
  const importer = await openImporter(shop);
  const file = path.join(FOLDER, `${name}.csv`);
  const { import: done, notices, errors } = await importer.importFile(readFileSync(file));
  return { ...importer, file, done, notices, errors };
}

test.each(Object.entries(FILES))(
  '[MOVE-16] a file of the kind %s comes in, and no field of it is lost',
  async (name, { told = [], product, ...counts }) => {
    const { token, file, done, notices, errors } = await importOnce(name);
    expect({ created: done.created, refused: done.refused }).toEqual({ refused: 0, ...counts });
    expect(
      listLost(await listSayingColumns(file, new Set(errors.map(({ row }) => row))), done, [
        ...notices,
        ...errors.map((it) => ({ ...it, kind: 'dropped' as const })),
      ]),
    ).toEqual([]);
    const lines = notices.map(({ column, reason }) => `${column} ${reason}`).join('\n');
    for (const line of told) expect(lines).toMatch(line);
    if (product) expect(await readTestProduct(shop, token, product[0])).toMatchObject(product[1]);
  },
);
