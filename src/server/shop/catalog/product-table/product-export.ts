/** Writes products as a CSV file with the columns of an import, page by page. */
import { toDollars } from '../../../../contract/money.ts';
import type { ProductTableFilter } from '../../../../contract/product-table.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { absoluteImageUrl } from '../../content/media/image-url.ts';
import { writeAlts } from '../import/images/row-images.ts';
import { CSV_COLUMNS, writeAttributes } from '../import/reading/csv-columns.ts';
import { writeVariantCells } from '../import/rows/variant-cells.ts';
import { type ExportRow, listExportPage } from './product-export.repository.ts';
import { buildProductFilter } from './product-table.repository.ts';
import { resolveFilter } from './product-table.service.ts';

const PAGE = 500;

const toPrice = (cents: number) => toDollars(cents).toFixed(2);

/** Empty where it isn't above the price: then there is no sale. */
const toSale = ({ priceCents, compareAtCents }: Pick<ExportRow, 'priceCents' | 'compareAtCents'>) =>
  compareAtCents !== null && compareAtCents > priceCents ? toPrice(compareAtCents) : '';

function toCells(row: ExportRow, origin: string): Record<string, string> {
  const { images, options, variants, attributes } = row;
  const sale = toSale(row);
  const imageIds = images.map(({ imageId }) => imageId);
  const written = variants.map((variant) => {
    const image = imageIds.indexOf(variant.imageId ?? '') + 1;
    const own = { price: toPrice(variant.priceCents), compareAtPrice: toSale(variant) || null };
    return { ...variant, ...own, image: image > 1 ? image : null };
  });
  return {
    name: row.name,
    description: row.description,
    price: toPrice(row.priceCents),
    quantity: String(row.quantity),
    category: row.category,
    image: imageIds.map((imageId) => absoluteImageUrl(imageId, origin)).join(' | '),
    shipping: String(row.shipping),
    compare_at_price: sale,
    sku: row.sku ?? '',
    weight: row.weight === null ? '' : String(row.weight),
    status: row.status,
    image_alt: writeAlts(images.map(({ alt }) => alt)),
    ...(options && writeVariantCells(options, written, sale)),
    attributes: writeAttributes(attributes),
    slug: row.slug,
  };
}

const COLUMNS = [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional];

/** Newest first. A product that is changed during the export is exported as it was before or after. */
export async function* exportProducts(read: ReadFromReplica, filter: ProductTableFilter, origin: string): AsyncGenerator<string> {
  yield writeCsvRow(COLUMNS);
  const matches = await read(async (db) => buildProductFilter(db, await resolveFilter(db, filter)));
  let after: ExportRow | null = null;
  for (;;) {
    const last = after;
    const rows: ExportRow[] = await read((db) => listExportPage(db, matches, last, PAGE));
    if (rows.length) {
      const lines = rows.map((row) => {
        const cells = toCells(row, origin);
        return writeCsvRow(COLUMNS.map((column) => cells[column] ?? ''));
      });
      yield lines.join('');
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1) ?? null;
  }
}
