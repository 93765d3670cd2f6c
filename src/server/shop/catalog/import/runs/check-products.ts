/** What an import of products does: descriptions of what would change, and the writing of a batch with its images. */
import { IMPORT_HOSTS_MAX } from '../../../../../contract/limits.ts';
import { toDollars } from '../../../../../contract/money.ts';
import type { ImportedValue, ImportSample } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import type { ImportPreview } from '../../../database/schema/bulk-changes.ts';
import { listFields } from '../../../fields/field.repository.ts';
import { readCategoryPaths } from '../../categories/category-path.ts';
import { listImageNames } from '../formats/own-format.ts';
import { findImageHost } from '../images/plan-images.ts';
import type { NewField } from '../reading/guess-fields.ts';
import { listMissing } from '../rows/field-cells.ts';
import { listCategoryPaths, planRows, prepareRows, type RowPlan } from '../rows/plan-rows.ts';
import type { RowChange } from '../rows/row-change.ts';
import { toPlanOptions } from './import-file.ts';
import type { Check, CheckContext } from './kind.ts';
import type { ImportRow } from './product-import.repository.ts';
import type { RowResult } from './write-plans.ts';

const TEXT_LENGTH = 80;

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return cutText(value.map(toListItem).join(', '), TEXT_LENGTH);
  return cutText(String(value), TEXT_LENGTH);
};

const toListItem = (it: unknown): string => {
  if (typeof it !== 'object' || it === null) return String(it);
  const { name, value } = it as { name?: string; value?: string };
  return value === undefined ? String(name ?? '') : `${name}: ${value}`;
};

const toPrice = (cents: number | null | undefined): string => (cents === null || cents === undefined ? '' : toDollars(cents).toFixed(2));

const added = (values: Record<string, unknown>): ImportedValue[] =>
  Object.entries(values).flatMap(([field, value]) => (toText(value) === '' ? [] : [{ field, before: null, after: toText(value) }]));

/** Fields that follow from others. */
const UNSHOWN: ReadonlySet<string> = new Set(['shownQuantity', 'descriptionText']);

/** By the names of a change's fields. If a value reads the same before and after, such as a shortened text, the field is still listed. */
function listChanges(plan: Extract<RowPlan, { kind: 'update' }>): ImportedValue[] {
  const { product, paths } = plan.found;
  const {
    priceCents,
    compareAtCents,
    quantity,
    category,
    furtherCategories,
    weightGrams,
    variants,
    options,
    customFields = {},
    ...texts
  }: RowChange = plan.change;
  const current: Record<string, unknown> = { ...product };
  const changed = (field: string, before: unknown, after: unknown) => ({ field, before: toText(before), after: toText(after) });
  // A description and its format are planned together, even if only one of them changes.
  const isShown = (field: string, after: unknown) => !UNSHOWN.has(field) && !(field.startsWith('description') && after === current[field]);
  return [
    ...(priceCents === undefined ? [] : [changed('price', product.price.toFixed(2), toPrice(priceCents))]),
    ...(compareAtCents === undefined ? [] : [changed('compareAtPrice', product.compareAtPrice?.toFixed(2), toPrice(compareAtCents))]),
    ...(quantity === undefined ? [] : [changed('quantity', product.quantity, quantity)]),
    ...(category === undefined ? [] : [changed('category', paths.path(product.category), category)]),
    ...(furtherCategories ? [changed('furtherCategories', product.furtherCategories?.map(paths.path), furtherCategories)] : []),
    ...(weightGrams === undefined ? [] : [changed('weight', product.weight, weightGrams)]),
    ...Object.entries(texts).flatMap(([field, after]) => (isShown(field, after) ? [changed(field, current[field], after)] : [])),
    ...Object.entries(customFields).map(([key, after]) => changed(`field:${key}`, product.customFields?.[key], after)),
    ...(options ? [changed('options', product.options, options)] : []),
    ...(variants ? [changed('variants', product.variants?.length ?? 0, variants.length)] : []),
    ...(plan.extras.collections.length
      ? [
          changed(
            'collections',
            '',
            plan.extras.collections.map(({ title }) => title),
          ),
        ]
      : []),
    ...(plan.extras.downloads.length
      ? [
          changed(
            'downloads',
            '',
            plan.extras.downloads.map(({ name }) => name),
          ),
        ]
      : []),
    ...(plan.images ? [changed('images', product.images.length, plan.images.length)] : []),
  ];
}

export function describeSample(plan: Exclude<RowPlan, { kind: 'refused' }>): ImportSample {
  const { row } = plan.row;
  if (plan.kind === 'unchanged') return { row, name: plan.found.product.name, outcome: 'unchanged', values: [] };
  if (plan.kind === 'update') return { row, name: plan.found.product.name, outcome: 'updated', values: listChanges(plan) };
  const { name, price, quantity, category, furtherCategories, sku, status, compareAtPrice, variants, customFields = {} } = plan.fields;
  const values = {
    price: price.toFixed(2),
    compareAtPrice,
    quantity: variants ? undefined : quantity,
    category,
    furtherCategories,
    sku,
    status,
    ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [`field:${key}`, value])),
  };
  const { collections, downloads } = plan.extras;
  const extras = { collections: collections.map(({ title }) => title), downloads: downloads.map((it) => it.name) };
  const counts = { variants: variants?.length, images: plan.images.length, ...extras };
  return { row, name, outcome: 'created', values: added({ ...values, ...counts }) };
}

const SAMPLES = 8;
const CATEGORIES_SHOWN = 20;

const toResult = (plan: RowPlan): RowResult => {
  if (plan.kind === 'refused') return { row: plan.row, outcome: 'refused', errors: plan.errors };
  if (plan.kind === 'unchanged') return { row: plan.row, outcome: 'unchanged', notices: [] };
  return { row: plan.row, outcome: plan.kind === 'create' ? 'created' : 'updated', notices: plan.notices };
};

function createPreview(replacesImages: boolean) {
  const preview: ImportPreview = { samples: [], hosts: [], newCategories: [], newCategoryCount: 0 };
  let uncountedCount = 0;
  const imagesByHost = new Map<string, number>();
  const categories = new Map<string, string>();
  const countImages = (plan: RowPlan) => {
    const { kind, row } = plan;
    // Existing products keep their images.
    const needsThem = kind === 'create' || kind === 'refused' || replacesImages;
    const files = 'extras' in plan ? plan.extras.downloads.map(({ url }) => url) : [];
    for (const name of [...(needsThem ? listImageNames(row.cells.image) : []), ...files]) {
      const host = findImageHost(name);
      if (host && (imagesByHost.has(host) || imagesByHost.size < IMPORT_HOSTS_MAX))
        imagesByHost.set(host, (imagesByHost.get(host) ?? 0) + 1);
    }
  };
  const add = async (db: Deps['db'], plans: RowPlan[]): Promise<void> => {
    for (const plan of plans) countImages(plan);
    uncountedCount += plans.filter(({ kind, row }) => kind === 'create' && row.isUncounted).length;
    const asked = listCategoryPaths(plans).filter((path) => !categories.has(path.toLowerCase()));
    const known = asked.length ? await readCategoryPaths(db) : null;
    for (const path of asked) if (!known?.find(path)) categories.set(path.toLowerCase(), path);
    for (const plan of plans) if (preview.samples.length < SAMPLES && plan.kind !== 'refused') preview.samples.push(describeSample(plan));
  };
  const finish = (): ImportPreview => ({
    ...preview,
    hosts: [...imagesByHost].map(([host, count]) => ({ host, images: count })).sort((a, b) => b.images - a.images),
    newCategories: [...categories.values()].slice(0, CATEGORIES_SHOWN),
    newCategoryCount: categories.size,
    uncountedCount,
  });
  return { add, finish };
}

export async function startProductCheck({ db }: CheckContext, row: ImportRow, newFields: readonly NewField[]): Promise<Check> {
  const preview = createPreview(row.replacesImages);
  const options = await toPlanOptions(db, row, newFields);
  const made = newFields.length ? listMissing(await listFields(db), newFields) : [];
  const check: Check['check'] = async (rows) => {
    const plans = await planRows(db, await prepareRows(db, rows, newFields), options);
    await preview.add(db, plans);
    return plans.map(toResult);
  };
  return { check, finish: () => ({ ...preview.finish(), ...(made.length && { newFields: made }) }) };
}
