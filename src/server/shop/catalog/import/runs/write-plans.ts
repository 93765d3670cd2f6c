/** Writes the planned changes of a batch in its transaction: plain products together, then those with options and bundles one by one. */
import { randomUUIDv7 } from 'node:crypto';
import type { RowOutcome } from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../../content/media/image.repository.ts';
import { imageUrl } from '../../../content/media/image-url.ts';
import { addProducts, type StoredProductInput } from '../../products/add-products.service.ts';
import { toNewDescription } from '../../products/description.ts';
import {
  changePlainProducts,
  isPlainColumn,
  mergeIndexEntries,
  type PlainChange,
  type PlainUpdate,
} from '../../products/product.repository.ts';
import { addProductWithImage, changeProduct } from '../../products/product.service.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import type { FetchedFiles } from '../images/fetch-downloads.ts';
import type { FindImageIds } from '../images/fetch-images.ts';
import { noteAnimations, noteImages } from '../images/plan-images.ts';
import { type CategoryFinder, createCategoryFinder, type RowCategories } from '../rows/find-categories.ts';
import { listStoredImages, type StoredImages, toProductInput } from '../rows/import-row.ts';
import { createSources, findParts } from '../rows/match.repository.ts';
import { listRowErrors, type RowError, type RowPlan } from '../rows/plan-rows.ts';
import type { RowChange } from '../rows/row-change.ts';
import { nameVariantImages } from '../rows/row-fields.ts';
import { addToCollections, type WrittenRow, writeDownloads } from '../rows/write-extras.ts';

/** `name`: what the row is called in lists, if it isn't a product. */
export type RowResult = { row: CsvRow; name?: string } & (
  | { outcome: RowOutcome; notices: RowNotice[] }
  | { outcome: 'refused'; errors: RowError[] }
);

export interface WriteContext {
  tx: Database;
  at: Date;
  findImageIds: FindImageIds;
  /** Shown by products without an image. */
  placeholderId: string;
  hidesImageless: boolean;
  /** The files that products of the batch are sold with. */
  files: FetchedFiles;
  /** When the product of a row was created, so that lists show them in the order of the file. */
  getCreatedAt: (row: CsvRow) => Date;
}

type CreatePlan = Extract<RowPlan, { kind: 'create' }>;
type UpdatePlan = Extract<RowPlan, { kind: 'update' }>;

/** Fields of a change that are written with others. */
const NOT_COLUMNS: ReadonlySet<string> = new Set([
  'quantity',
  'shownQuantity',
  'category',
  'furtherCategories',
  'descriptionFormat',
  'descriptionText',
]);

const isPlainChange = ({ found, change }: UpdatePlan, images: StoredImages | null): boolean =>
  !images && !found.product.options && Object.keys(change).every((it) => isPlainColumn(it) || NOT_COLUMNS.has(it));

function toPlainColumns(change: RowChange): PlainUpdate {
  const { description, descriptionFormat, descriptionText } = change;
  const texts = description === undefined ? {} : toNewDescription({ description, descriptionFormat, descriptionText });
  return { ...Object.fromEntries(Object.entries(change).filter(([name]) => isPlainColumn(name))), ...texts };
}

/** Allows products to use these images, which have just been stored or which another product uses too. */
async function allowImages(tx: Database, ids: string[], at: Date): Promise<void> {
  await addUnattachedImages(tx, [...new Set(ids)], at);
}

async function createByForm(
  { tx, at, getCreatedAt }: WriteContext,
  { row, fields }: CreatePlan,
  images: StoredImages,
  placed: RowCategories,
): Promise<string> {
  const shown = listStoredImages(images).map(({ imageId }) => imageId);
  await allowImages(tx, shown, at);
  await takeUnattachedImages(tx, shown.slice(0, 1));
  const input = { ...toProductInput(row, fields, { ...placed, images }), ...(await findParts(tx, fields.parts)) };
  const { product } = await addProductWithImage({ db: tx, now: () => getCreatedAt(row) }, input, shown[0] ?? '');
  return product._id;
}

async function changeByForm(
  { tx, at }: WriteContext,
  { found, change }: UpdatePlan,
  images: StoredImages | null,
  placed: Partial<RowCategories>,
): Promise<void> {
  const { category: _path, furtherCategories: _paths, variants, namedParts, ...fields } = change;
  const named = images && listStoredImages(images).map(({ imageId, alt }) => ({ url: imageUrl(imageId), alt }));
  if (named)
    await allowImages(
      tx,
      images.ids.flatMap((id) => id ?? []),
      at,
    );
  const urls = images?.ids.map((id) => id && imageUrl(id));
  await changeProduct({ db: tx, now: () => at }, found.product._id, {
    ...fields,
    ...(variants && { variants: urls ? nameVariantImages(variants, urls) : variants }),
    ...placed,
    ...(await findParts(tx, namedParts)),
    ...(named && { images: named }),
  });
}

/** `found`: each product occurs at most once among the plans. */
export async function writePlans(context: WriteContext, plans: RowPlan[]): Promise<RowResult[]> {
  const { tx, at } = context;
  const categories = createCategoryFinder({ db: tx, now: () => at });
  const results = new Map<CsvRow, RowResult>();
  const created: StoredProductInput[] = [];
  const changed: PlainChange[] = [];
  const single: { row: CsvRow; outcome: RowOutcome; notices: RowNotice[]; write: () => Promise<void> }[] = [];
  const sources: { source: string; productId: string }[] = [];
  const written: WrittenRow[] = [];
  const recordOutcome = (row: CsvRow, outcome: RowOutcome, notices: RowNotice[] = []) => results.set(row, { row, outcome, notices });
  const recordProduct = ({ row, extras }: CreatePlan | UpdatePlan, productId: string) => {
    if (row.source) sources.push({ source: row.source, productId });
    written.push({ row, productId, extras });
  };
  const refuse = (row: CsvRow, error: unknown) => {
    const errors = listRowErrors(row, error);
    if (!errors) throw error;
    results.set(row, { row, outcome: 'refused', errors });
  };

  /** The images that the product gets, and notices about those that it doesn't. Null: it keeps its own. */
  const findImages = ({
    kind,
    row,
    images: planned,
    notices,
  }: CreatePlan | UpdatePlan): { images: StoredImages | null; told: RowNotice[] } => {
    if (!planned) return { images: null, told: notices };
    const { ids, problems, animated } = context.findImageIds(planned);
    const images = { ids, alts: planned.map(({ alt }) => alt?.trim() ?? ''), placeholderId: context.placeholderId };
    const isWithout = ids.every((id) => id === null);
    const isToldBefore = notices.some((it) => it.kind === 'no_image');
    const told = problems.length || !isToldBefore ? noteImages(row, problems, isWithout && kind === 'create') : [];
    return { images: kind === 'update' && isWithout ? null : images, told: [...notices, ...told, ...noteAnimations(row, animated)] };
  };

  const prepare = async (plan: CreatePlan | UpdatePlan): Promise<void> => {
    const { row } = plan;
    const { images, told } = findImages(plan);
    if (plan.kind === 'create') {
      if (!images) throw new Error('a new product has images or the placeholder');
      const { fields } = plan;
      if (context.hidesImageless && images.ids.every((id) => id === null)) fields.status = 'draft';
      const placed = await categories.findAll(fields);
      if (fields.options || fields.variants || fields.parts) {
        const write = async () => recordProduct(plan, await createByForm(context, plan, images, placed));
        single.push({ row, outcome: 'created', notices: told, write });
        return;
      }
      const { moreImages: _names, alt: _alt, ...input } = toProductInput(row, fields, { ...placed, images });
      const id = randomUUIDv7();
      created.push({ ...input, id, images: listStoredImages(images), createdAt: context.getCreatedAt(row) });
      recordProduct(plan, id);
      recordOutcome(row, 'created', told);
      return;
    }
    const { found } = plan;
    written.push({ row, productId: found.product._id, extras: plan.extras });
    if (!images && !Object.keys(plan.change).length) {
      // Until something is added: a file that can't be fetched changes nothing.
      recordOutcome(row, 'unchanged', told);
      return;
    }
    const placed = await categories.findChanged(plan.change);
    if (!isPlainChange(plan, images)) {
      single.push({ row, outcome: 'updated', notices: told, write: () => changeByForm(context, plan, images, placed) });
      return;
    }
    const { quantity = 0, shownQuantity = 0 } = plan.change;
    const columns = { ...toPlainColumns(plan.change), ...placed };
    changed.push({ id: found.product._id, columns, stock: quantity - shownQuantity });
    recordOutcome(row, 'updated', told);
  };

  for (const plan of plans) {
    if (plan.kind === 'refused') results.set(plan.row, { row: plan.row, outcome: 'refused', errors: plan.errors });
    else if (plan.kind === 'unchanged') recordOutcome(plan.row, 'unchanged');
    else await prepare(plan).catch((error: unknown) => refuse(plan.row, error));
  }
  await mergeIndexEntries(tx, async () => {
    await addProducts(tx, created, at);
    await changePlainProducts(tx, changed, at);
  });
  for (const { row, outcome, notices, write } of single) {
    await write().then(
      () => recordOutcome(row, outcome, notices),
      (error: unknown) => refuse(row, error),
    );
  }
  await createSources(tx, sources);
  const tell = (row: CsvRow, notice: RowNotice | null) => {
    const result = results.get(row);
    if (!result || !('notices' in result)) return;
    if (notice) results.set(row, { ...result, notices: [...result.notices, notice] });
    else if (result.outcome === 'unchanged') results.set(row, { ...result, outcome: 'updated' });
  };
  const there = written.filter(({ row }) => results.get(row)?.outcome !== 'refused');
  await addToCollections(tx, there, at, tell);
  await writeDownloads(tx, there, context.files, at, tell);
  await removeUnused(categories, results);
  return plans.flatMap(({ row }) => results.get(row) ?? []);
}

/** A row may be refused after its category was created. */
async function removeUnused(categories: CategoryFinder, results: ReadonlyMap<CsvRow, RowResult>): Promise<void> {
  if ([...results.values()].some(({ outcome }) => outcome === 'refused')) await categories.removeEmpty();
}
