/** Compares the variants that an admin has sent with those of the product, and writes the differences. */
import { randomUUID } from 'node:crypto';
import type { ProductOption, VariantsInput } from '../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseSentValues } from '../../fields/field-values.service.ts';
import { applyPatch } from '../../fields/field-values.ts';
import { editStock, editVariantStock, listVariantEdits, toEditKey } from '../../inventory/stock-edit.repository.ts';
import { setStockPolicy, setVariantPolicies, sumVariantStock } from '../../inventory/stock-policy.repository.ts';
import { countOnHand, getStockChange, type PolicyColumns } from '../../inventory/stock-policy.ts';
import { updateProduct } from './product.repository.ts';
import { requirePossibleStock } from './product-input.ts';
import * as repository from './variant.repository.ts';
import { parseVariants, type SentVariant } from './variant-input.ts';

type VariantRow = repository.VariantRow;

interface VariantStockChange {
  variantId: string;
  change: number;
  /** Its index in what was sent. */
  index: number;
  /** How many are there. */
  quantity: number;
}

/** The planned change of a product's options and variants. */
export interface VariantPlan {
  /** Null: the product will have no options. */
  options: ProductOption[] | null;
  created: VariantRow[];
  updated: VariantRow[];
  deleted: VariantRow[];
  stockChanges: VariantStockChange[];
  /** Variants whose stock policy changes. */
  policies: { id: string; stockPolicy: StoredPolicy | null }[];
  /** Indexes of sent variants whose id no variant of this product has. */
  unknown: number[];
  /** Whether anything but stock changes. */
  isChanged: boolean;
}

interface Current {
  id: string;
  options: ProductOption[] | null;
  variants: VariantRow[];
  /** The product's images after the change, main image first. */
  imageIds: string[];
}

interface VariantChange {
  options?: ProductOption[];
  variants?: VariantsInput;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const hasChanged = (row: VariantRow, stored: VariantRow) =>
  (
    [
      'position',
      'optionValues',
      'sku',
      'barcode',
      'priceCents',
      'compareAtCents',
      'costCents',
      'taxClass',
      'contents',
      'imageId',
      'custom',
    ] as const
  ).some((name) => !isSame(row[name], stored[name]));

/** A variant without an image is read with the product's first one, so a form may send that back. */
function chooseImage(sent: string | null | undefined, stored: VariantRow | undefined, imageIds: string[]): string | null {
  const own = stored?.imageId ?? null;
  if (sent === undefined) return own !== null && imageIds.includes(own) ? own : null;
  return own === null && sent === imageIds[0] ? null : sent;
}

/** If the price rises to the compare-at price, the sale ends. */
function keepSale({ compareAtCents, priceCents }: Pick<SentVariant, 'compareAtCents' | 'priceCents'>, stored: VariantRow | undefined) {
  if (compareAtCents !== undefined) return compareAtCents;
  const kept = stored?.compareAtCents ?? null;
  return kept !== null && kept > priceCents ? kept : null;
}

/** Null if the change contains neither options nor variants. Throws `invalid_request` if the variants don't fit the options. */
export function planVariants(current: Current, { options: sentOptions, variants: sentVariants }: VariantChange): VariantPlan | null {
  if (!sentOptions && !sentVariants) return null;
  if (sentOptions && !sentVariants && isSame(sentOptions, current.options)) return null;
  const { options, variants } = parseVariants(sentOptions ?? current.options ?? [], sentVariants ?? [], current.imageIds);
  const byId = new Map(current.variants.map((it) => [it.id, it]));
  const namedIds = new Set(variants.map(({ id }) => id));
  const byValues = new Map(
    current.variants.filter(({ id }) => !namedIds.has(id)).map((it) => [repository.toValuesKey(it.optionValues), it]),
  );
  const plan: VariantPlan = {
    options: options.length ? options : null,
    created: [],
    updated: [],
    deleted: [],
    stockChanges: [],
    policies: [],
    unknown: [],
    isChanged: false,
  };
  const keptIds = new Set<string>();
  for (const [position, { id, imageId, quantity, shownQuantity, stockPolicy, customFields, ...sent }] of variants.entries()) {
    const stored = id ? byId.get(id) : byValues.get(repository.toValuesKey(sent.optionValues));
    if (id && !stored) {
      plan.unknown.push(position);
      continue;
    }
    const row: VariantRow = {
      id: stored?.id ?? randomUUID(),
      productId: current.id,
      position,
      optionValues: sent.optionValues,
      priceCents: sent.priceCents,
      sku: sent.sku === undefined ? (stored?.sku ?? null) : sent.sku,
      barcode: sent.barcode === undefined ? (stored?.barcode ?? null) : sent.barcode,
      compareAtCents: keepSale(sent, stored),
      lowestCents: stored?.lowestCents ?? null,
      costCents: sent.costCents === undefined ? (stored?.costCents ?? null) : sent.costCents,
      taxClass: sent.taxClass === undefined ? (stored?.taxClass ?? null) : sent.taxClass,
      contents: sent.contents === undefined ? (stored?.contents ?? null) : sent.contents,
      quantity: stored?.quantity ?? 0,
      stockPolicy: stored?.stockPolicy ?? null,
      onHand: stored?.onHand ?? null,
      imageId: chooseImage(imageId, stored, current.imageIds),
      custom: customFields ? applyPatch(stored?.custom ?? null, customFields) : (stored?.custom ?? null),
    };
    keptIds.add(row.id);
    if (!stored) plan.created.push(row);
    else if (hasChanged(row, stored)) plan.updated.push(row);
    if (stockPolicy !== undefined && !isSame(stockPolicy, row.stockPolicy)) plan.policies.push({ id: row.id, stockPolicy });
    const change = stored ? getStockChange(stored, { quantity, shownQuantity }) : quantity;
    if (change !== 0) plan.stockChanges.push({ variantId: row.id, change, index: position, quantity: countOnHand(row) });
  }
  plan.deleted = current.variants.filter(({ id }) => !keptIds.has(id));
  plan.isChanged =
    [plan.created, plan.updated, plan.deleted, plan.policies, plan.unknown].some((it) => it.length > 0) ||
    !isSame(plan.options, current.options);
  return plan;
}

/** The same variants, with the values of their fields checked. Throws `invalid_request`. */
export async function withCheckedFields<T extends VariantChange>(tx: Database, change: T, stored: readonly VariantRow[]): Promise<T> {
  if (!change.variants?.some(({ customFields }) => customFields)) return change;
  const byId = new Map(stored.map((it) => [it.id, it.custom]));
  const sent = change.variants.map(({ _id, customFields }, index) => ({
    sent: customFields,
    current: byId.get(_id?.toLowerCase() ?? '') ?? null,
    path: `variants.${index}.customFields`,
  }));
  const patches = await parseSentValues(tx, 'variant', sent);
  return {
    ...change,
    variants: change.variants.map((it, index) => ({ ...it, ...(it.customFields && { customFields: patches[index] ?? {} }) })),
  };
}

interface Written {
  /** Version of the product when the form was opened. */
  productVersion: number | undefined;
  at: Date;
}

/** The changes of stock that haven't been made yet: a retry after a lost response may find some done. */
export async function listOpenStockChanges(
  tx: Database,
  productId: string,
  { stockChanges }: VariantPlan,
  productVersion: number | undefined,
) {
  if (productVersion === undefined) return stockChanges;
  const done = await listVariantEdits(tx, productId, productVersion);
  return stockChanges.filter(({ variantId, change }) => !done.has(toEditKey(variantId, change)));
}

/** Throws `variant_not_found`, `insufficient_stock` (with the current product) or `invalid_request`. */
export function requirePossiblePlan({ unknown, stockChanges }: VariantPlan, current: object): void {
  if (unknown.length) {
    const issues = unknown.map((index) => ({ path: `variants.${index}._id`, code: 'unknown' as const, message: 'is unknown' }));
    throw new AppError('variant_not_found', 'This variant no longer exists', { issues, current });
  }
  for (const { index, change, quantity } of stockChanges) requirePossibleStock(`variants.${index}.quantity`, quantity, change, current);
}

/**
 * Writes the plan to a locked product. Stock of the product itself, with its policy, and of deleted variants is removed. If the product loses its
 * options, it takes over what is there of its variants, and is counted.
 */
export async function writeVariants(
  tx: Database,
  current: Omit<Current, 'imageIds'> & PolicyColumns,
  plan: VariantPlan,
  stockChanges: VariantStockChange[],
  { productVersion, at }: Written,
): Promise<void> {
  const productId = current.id;
  const hadOptions = current.options !== null;
  const there = hadOptions ? 0 : countOnHand(current);
  if (plan.options && there) await editStock(tx, { productId, change: -there, productVersion, at });
  if (plan.options && current.stockPolicy) await setStockPolicy(tx, productId, null, 0);
  const emptied = plan.deleted.flatMap((it) => (countOnHand(it) ? [{ variantId: it.id, change: -countOnHand(it) }] : []));
  await editVariantStock(tx, { productId, changes: emptied, productVersion, at });
  await repository.deleteVariants(
    tx,
    plan.deleted.map(({ id }) => id),
  );
  await repository.updateVariants(tx, plan.updated, current.variants);
  await repository.createVariants(tx, plan.created);
  await setVariantPolicies(tx, plan.policies);
  await editVariantStock(tx, { productId, changes: stockChanges, productVersion, at });
  if (!isSame(plan.options, current.options)) await updateProduct(tx, productId, { options: plan.options, updatedAt: at });
  if (plan.policies.length || plan.deleted.some(({ onHand }) => onHand !== null)) await sumVariantStock(tx, productId);
  if (hadOptions && !plan.options) await setStockPolicy(tx, productId, null, 0);
  const left = current.variants.reduce((sum, it) => sum + Math.max(0, countOnHand(it)), 0);
  if (hadOptions && !plan.options && left) await editStock(tx, { productId, change: left, productVersion, at });
}
