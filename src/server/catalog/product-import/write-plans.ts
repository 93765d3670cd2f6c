/** Writes the planned changes of a batch in its transaction: products without options together, those with options one by one. */
import type { ProductImageInput } from '../../../contract/product.ts';
import type { RowOutcome } from '../../../contract/product-import-choices.ts';
import type { Database } from '../../database/connect.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../images/image.repository.ts';
import { imageUrl } from '../../images/image-url.ts';
import { listCategoryIds } from '../category/category.repository.ts';
import { createCategoryFinder } from '../import/category-finder.ts';
import type { CsvRow } from '../import/formats/format.ts';
import { toProductInput } from '../import/import-row.ts';
import { listCategoryNames, type RowPlan } from '../import/plan-rows.ts';
import type { RowChange } from '../import/row-change.ts';
import { listRowErrors, type RowError } from '../import/row-errors.ts';
import { nameVariantImages } from '../import/row-fields.ts';
import { addProducts, type StoredProductInput } from '../product/add-products.service.ts';
import { addProductWithImage, changeProduct } from '../product/product.service.ts';
import {
  changePlainProducts,
  isPlainColumn,
  mergeIndexEntries,
  type PlainChange,
  type PlainUpdate,
} from '../product/product-write.repository.ts';

export type RowResult = { row: CsvRow } & ({ outcome: RowOutcome } | { outcome: 'refused'; errors: RowError[] });

/** The ids of the images that a row names, in its order. Throws `invalid_request` for images that couldn't be fetched. */
export type FindImageIds = (images: ProductImageInput[]) => string[];

export interface WriteContext {
  tx: Database;
  at: Date;
  findImageIds: FindImageIds;
  /** When the product of a row was created, so that lists show them in the order of the file. */
  getCreatedAt: (row: CsvRow) => Date;
}

type CreatePlan = Extract<RowPlan, { kind: 'create' }>;
type UpdatePlan = Extract<RowPlan, { kind: 'update' }>;
type Categories = ReturnType<typeof createCategoryFinder>;

const isPlainChange = ({ found, change, images }: UpdatePlan): boolean =>
  !images && !found.product.options && Object.keys(change).every((it) => isPlainColumn(it) || it === 'quantity' || it === 'category');

function toPlainColumns(change: RowChange): PlainUpdate {
  return Object.fromEntries(Object.entries(change).filter(([name]) => isPlainColumn(name)));
}

/** Lets products use these images, which were stored a moment ago or belong to another product as well. */
async function offerImages(tx: Database, ids: string[], at: Date): Promise<void> {
  await addUnattachedImages(tx, [...new Set(ids)], at);
}

async function createWithOptions(
  { tx, at, getCreatedAt }: WriteContext,
  { row, fields, images }: CreatePlan,
  ids: string[],
  categoryId: string,
): Promise<void> {
  const [firstId = '', ...moreIds] = ids;
  const moreImages = moreIds.map((id, index) => ({ url: imageUrl(id), alt: images[index + 1]?.alt ?? '' }));
  await offerImages(tx, ids, at);
  await takeUnattachedImages(tx, [firstId]);
  await addProductWithImage({ db: tx, now: () => getCreatedAt(row) }, toProductInput(row, fields, { categoryId, moreImages }), firstId);
}

async function changeByForm(
  { tx, at }: WriteContext,
  { found, change, images }: UpdatePlan,
  ids: string[],
  categoryId: string | undefined,
): Promise<void> {
  const { category: _name, variants, ...fields } = change;
  const named = images?.map(({ alt = '' }, index) => ({ url: imageUrl(ids[index] ?? ''), alt }));
  const urls = named?.map(({ url }) => url);
  if (named) await offerImages(tx, ids, at);
  await changeProduct({ db: tx, now: () => at }, found.product._id, {
    ...fields,
    ...(variants && { variants: urls ? nameVariantImages(variants, urls) : variants }),
    ...(categoryId && { categoryId }),
    ...(named && { images: named }),
  });
}

/** `found`: each product occurs at most once among the plans. */
export async function writePlans(context: WriteContext, plans: RowPlan[]): Promise<RowResult[]> {
  const { tx, at } = context;
  const categories = createCategoryFinder({ db: tx, now: () => at }, await listCategoryIds(tx, listCategoryNames(plans)));
  const results = new Map<CsvRow, RowResult>();
  const created: StoredProductInput[] = [];
  const changed: PlainChange[] = [];
  const single: { row: CsvRow; outcome: RowOutcome; write: () => Promise<void> }[] = [];
  const recordOutcome = (row: CsvRow, outcome: RowOutcome) => results.set(row, { row, outcome });
  const refuse = (row: CsvRow, error: unknown) => {
    const errors = listRowErrors(row, error);
    if (!errors) throw error;
    results.set(row, { row, outcome: 'refused', errors });
  };

  const prepare = async (plan: CreatePlan | UpdatePlan): Promise<void> => {
    const { row } = plan;
    const ids = plan.images ? context.findImageIds(plan.images) : [];
    if (plan.kind === 'create') {
      const categoryId = await categories.find(plan.fields.category);
      if (plan.fields.options || plan.fields.variants) {
        single.push({ row, outcome: 'created', write: () => createWithOptions(context, plan, ids, categoryId) });
        return;
      }
      const { moreImages: _names, alt: _alt, ...input } = toProductInput(row, plan.fields, { categoryId, moreImages: [] });
      const images = ids.map((imageId, index) => ({ imageId, alt: plan.images[index]?.alt?.trim() ?? '' }));
      created.push({ ...input, images, createdAt: context.getCreatedAt(row) });
      recordOutcome(row, 'created');
      return;
    }
    const { found } = plan;
    const categoryId = plan.change.category === undefined ? undefined : await categories.find(plan.change.category);
    if (!isPlainChange(plan)) {
      single.push({ row, outcome: 'updated', write: () => changeByForm(context, plan, ids, categoryId) });
      return;
    }
    const { quantity = found.product.quantity } = plan.change;
    const columns = { ...toPlainColumns(plan.change), ...(categoryId && { categoryId }) };
    changed.push({ id: found.product._id, columns, stock: quantity - found.product.quantity });
    recordOutcome(row, 'updated');
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
  for (const { row, outcome, write } of single) {
    await write().then(
      () => recordOutcome(row, outcome),
      (error: unknown) => refuse(row, error),
    );
  }
  await removeUnused(categories, results);
  return plans.flatMap(({ row }) => results.get(row) ?? []);
}

/** A row may be refused after its category was created. */
async function removeUnused(categories: Categories, results: ReadonlyMap<CsvRow, RowResult>): Promise<void> {
  if ([...results.values()].some(({ outcome }) => outcome === 'refused')) await categories.removeEmpty();
}
