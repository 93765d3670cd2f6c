import { MAX_TOTAL } from '../../../../contract/limits.ts';
import { toDollars } from '../../../../contract/money.ts';
import { toChosenOptions } from '../../../../contract/product-fields.ts';
import type { ProductTableFilter, TableProduct, TableSort } from '../../../../contract/product-table.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { getOffset, type KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { absoluteImageUrl } from '../../content/media/image-url.ts';
import { listFields } from '../../fields/field.repository.ts';
import { toFieldColumn, writeFieldCells } from '../../fields/field-values.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { type ProductCondition, putBundlesLast } from '../bundles/bundle.repository.ts';
import { findBranch } from '../categories/category.repository.ts';
import { type CategoryPaths, readCategoryPaths } from '../categories/category-path.ts';
import type { VariantCells } from '../import/formats/format.ts';
import { CSV_COLUMNS, writeAlts, writeAttributes, writeFurtherCategories, writeStockPolicyCell } from '../import/formats/own-format.ts';
import { namePart, writeParts } from '../import/formats/part-cells.ts';
import { writeVariantCells } from '../import/formats/variant-cells.ts';
import { DETAIL_NAMES, toColumnName } from '../products/product-details.ts';
import { type ExportRow, listExportPage } from './product-export.repository.ts';
import {
  buildProductFilter,
  countMatches,
  hasProduct,
  listTablePage,
  type ResolvedFilter,
  type TableWindow,
} from './product-table.repository.ts';

const PAGE = 500;

const toPrice = (cents: number) => toDollars(cents).toFixed(2);

/** Empty if it isn't above the price: then there is no sale. */
const toSale = ({ priceCents, compareAtCents }: Pick<ExportRow, 'priceCents' | 'compareAtCents'>) =>
  compareAtCents !== null && compareAtCents > priceCents ? toPrice(compareAtCents) : '';

/** What is counted and below zero says so, as in writeStockPolicyCell. */
function toVariantPolicy({ stockPolicy, quantity }: Pick<ExportRow, 'stockPolicy' | 'quantity'>): Pick<VariantCells, 'stock'> {
  if (stockPolicy) return { stock: stockPolicy };
  return quantity < 0 ? { stock: { policy: 'counted' } } : {};
}

function toCells(row: ExportRow, origin: string, { path }: CategoryPaths): Record<string, string> {
  const { images, options, variants, attributes } = row;
  const sale = toSale(row);
  const imageIds = images.map(({ imageId }) => imageId);
  const toVariantCells = (variant: ExportRow['variants'][number]): VariantCells => {
    const [own, image] = [toSale(variant), imageIds.indexOf(variant.imageId ?? '') + 1];
    return {
      options: toChosenOptions(options ?? [], variant.optionValues),
      price: toPrice(variant.priceCents),
      quantity: String(variant.quantity),
      ...toVariantPolicy(variant),
      ...(variant.sku && { sku: variant.sku }),
      ...(variant.barcode && { barcode: variant.barcode }),
      ...(variant.costCents !== null && { cost: toPrice(variant.costCents) }),
      ...(variant.contents !== null && { contents: String(variant.contents) }),
      ...(variant.taxClass !== null && { taxClass: variant.taxClass }),
      ...(variant.custom && { customFields: variant.custom }),
      ...(image > 1 && { image: String(image) }),
      ...(own && { compareAtPrice: own }),
    };
  };
  return {
    name: row.name,
    description: row.description,
    price: toPrice(row.priceCents),
    quantity: String(row.quantity),
    category: path(row.categoryId),
    image: imageIds.map((imageId) => absoluteImageUrl(imageId, origin)).join(' | '),
    shipping: String(row.shipping),
    compare_at_price: sale,
    sku: row.sku ?? '',
    weight: row.weight === null ? '' : String(row.weight),
    status: row.status,
    image_alt: writeAlts(images.map(({ alt }) => alt)),
    ...(options && writeVariantCells(options, variants.map(toVariantCells), sale)),
    attributes: writeAttributes(attributes),
    slug: row.slug,
    // A bundle's follows from its parts.
    stock_policy: row.parts ? '' : writeStockPolicyCell(row.stockPolicy, row.quantity),
    parts: writeParts(row.parts?.map(namePart) ?? []),
    description_format: row.descriptionFormat,
    further_categories: writeFurtherCategories(row.furtherCategoryIds.map(path)),
    publish_from: row.publishFrom ?? '',
    publish_until: row.publishUntil ?? '',
    brand: row.brand ?? '',
    tags: row.tags.join(', '),
    cost: row.costCents === null ? '' : toPrice(row.costCents),
    contents: row.contents === null ? '' : String(row.contents),
    related_products: row.related.join(' | '),
    collections: row.collections?.join(' | ') ?? '',
    ...Object.fromEntries(DETAIL_NAMES.map((name) => [toColumnName(name), row[name] ?? ''])),
  };
}

const COLUMNS = [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional];

/** A CSV file with the columns of an import, newest first and bundles last, read page by page. A product that is changed during the export is exported as before or after. */
export async function* exportProducts(read: ReadFromReplica, filter: ProductTableFilter, origin: string): AsyncGenerator<string> {
  const fields = await read((db) => listFields(db, 'product'));
  yield writeCsvRow([...COLUMNS, ...fields.map(toFieldColumn)]);
  const matches = await read(async (db) => buildProductFilter(db, await resolveFilter(db, filter)));
  // An import finds the parts of a bundle among the rows above it.
  for (const part of putBundlesLast(matches)) yield* exportMatches(read, part, { fields, origin });
}

async function* exportMatches(
  read: ReadFromReplica,
  matches: ProductCondition,
  { fields, origin }: { fields: Awaited<ReturnType<typeof listFields>>; origin: string },
): AsyncGenerator<string> {
  let after: ExportRow | null = null;
  for (;;) {
    const last: ExportRow | null = after;
    const readPage = async (db: Database): Promise<{ rows: ExportRow[]; paths: CategoryPaths }> => ({
      rows: await listExportPage(db, matches, last, PAGE),
      paths: await readCategoryPaths(db),
    });
    const { rows, paths } = await read(readPage);
    if (rows.length) {
      const lines = rows.map((row) => {
        const cells = toCells(row, origin, paths);
        return writeCsvRow([...COLUMNS.map((column) => cells[column] ?? ''), ...writeFieldCells(fields, row.custom)]);
      });
      yield lines.join('');
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1) ?? null;
  }
}

/** Replaces `low` by the number that the shop currently considers low, and the category by its branch. */
export async function resolveFilter(db: Database, { stock, category, ...rest }: ProductTableFilter): Promise<ResolvedFilter> {
  const filter = { ...rest, ...(category && { categories: await findBranch(db, category) }) };
  if (stock !== 'low') return { ...filter, ...(stock && { stock }) };
  return { ...filter, stock: { atMost: (await readShopDetails(db)).lowStockThreshold } };
}

const DEFAULT_LIMIT = 20;

interface TablePage {
  products: TableProduct[];
  total: number;
  isAbout: boolean;
  hasNext: boolean;
  page: number;
  limit: number;
}

/** Null if no key was sent, or if its product was deleted meanwhile: then the page is found by its number. */
async function findKey(db: Database, { after, before }: KeysetQuery): Promise<TableWindow['key']> {
  const id = after ?? before;
  return id && (await hasProduct(db, id)) ? { id, isAfter: after !== undefined } : null;
}

export async function listProductTable(
  db: Database,
  {
    sort = 'newest',
    page = 1,
    limit = DEFAULT_LIMIT,
    after,
    before,
    ids,
    ...filter
  }: KeysetQuery & ProductTableFilter & { sort?: TableSort; ids?: string },
): Promise<TablePage> {
  const keyset = { ...(after && { after }), ...(before && { before }) };
  const [matches, key] = await Promise.all([
    resolveFilter(db, filter).then((it) => buildProductFilter(db, { ...it, ...(ids && { ids: ids.split(',') }) })),
    findKey(db, keyset),
  ]);
  const count = await countMatches(db, matches);
  const pagination = { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL, page, limit };
  const offset = key ? 0 : getOffset({ page, limit });
  // Pages beyond what was counted can be reached by a key only.
  if (offset > MAX_TOTAL) return { products: [], hasNext: false, ...pagination };
  const found = await listTablePage(db, matches, { sort, limit, offset, key, areFew: count <= MAX_TOTAL });
  return { ...found, ...pagination };
}
