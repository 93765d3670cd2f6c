/** What a bulk edit changes in one product. The preview and the edit itself use the same function. */
import { isDeepStrictEqual } from 'node:util';
import type { BulkChange, BulkRefusal, PriceRounding } from '../../../../contract/bulk-edit.ts';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import { formatHandlingDays, parseHandlingDays } from '../../../../contract/handling-days.ts';
import { ATTRIBUTES_MAX, FURTHER_CATEGORIES_MAX, STOCK_MAX, TAGS_MAX } from '../../../../contract/limits.ts';
import { toCents } from '../../../../contract/money.ts';
import type { Attribute, CONDITIONS, ProductStatus } from '../../../../contract/product-fields.ts';
import type { StockPolicyInput, StoredPolicy } from '../../../../contract/stock-policy.ts';
import { normalizeTaxClass } from '../../../../contract/tax.ts';
import { applyPatch } from '../../fields/field-values.ts';
import { parseStockPolicy } from '../../inventory/stock-policy.ts';
import type { VariantRow } from '../products/variant.repository.ts';

export type BulkPrice = Pick<VariantRow, 'priceCents' | 'compareAtCents'>;

interface BulkPolicy {
  id: string;
  stockPolicy: StoredPolicy | null;
}

/** Null: none. */
export interface BulkDetails {
  brandName: string | null;
  vendor: string | null;
  tags: string[];
  costCents: number | null;
  condition: (typeof CONDITIONS)[number] | null;
  taxClass: string | null;
  minimumAge: string | null;
  handlingDays: string | null;
  maker: string | null;
}

/** A product as a bulk edit reads it. */
export interface BulkRow extends BulkPrice, BulkDetails {
  id: string;
  name: string;
  /** How many are there, by the ledger. */
  quantity: number;
  stockPolicy: StoredPolicy | null;
  categoryId: string;
  furtherCategoryIds: string[];
  status: ProductStatus;
  attributes: Attribute[];
  custom: CustomFields | null;
  hasOptions: boolean;
  /** Its stock is that of its parts. */
  isBundle: boolean;
  /** A bundle names it. */
  isPart: boolean;
  variants: (BulkPrice & BulkPolicy)[];
}

/** The values that are set, or were set before. A price change includes the prices of variants. */
export interface BulkState
  extends Partial<
    Pick<BulkRow, 'priceCents' | 'compareAtCents' | 'quantity' | 'categoryId' | 'furtherCategoryIds' | 'status' | 'attributes'>
  > {
  details?: Partial<BulkDetails>;
  variants?: (BulkPrice & { id: string })[];
  /** The stock policies of the product without options, by its own id, or of its variants. */
  policies?: BulkPolicy[];
  /** All values of the merchant's fields; `{}`: none. */
  custom?: CustomFields;
  isDeleted?: true;
}

export type BulkPlan =
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: BulkRefusal }
  | { kind: 'changed'; before: BulkState; after: BulkState };

const PRICE_MAX = 99_999_999;
const UNCHANGED: BulkPlan = { kind: 'unchanged' };
const refuse = (reason: BulkRefusal): BulkPlan => ({ kind: 'refused', reason });

const ROUNDINGS: Record<PriceRounding, (cents: number) => number> = {
  cent: Math.round,
  dollar: (cents) => Math.round(cents / 100) * 100,
  // Prices that end in .99 are a cent below whole amounts; they are never rounded below 0.99.
  ninety_nine: (cents) => (cents <= 0 ? Math.round(cents) : Math.max(99, Math.round((cents + 1) / 100) * 100 - 1)),
};

type PriceChange = Extract<BulkChange, { field: 'price' }>;

/**
 * Calculates in ten-thousandths, so that percentages of cents are exact. `step` above 1: the currency has no decimals, so prices are rounded to whole
 * amounts.
 */
export function changePrice(cents: number, { by, value, rounding }: PriceChange, step = 1): number {
  const exact = by === 'percent' ? (cents * (10_000 + Math.round(value * 100))) / 10_000 : cents + toCents(value);
  return ROUNDINGS[step === 1 ? rounding : 'dollar'](exact);
}

/** If the price rises to the compare-at price, the sale ends. */
function toPrice({ priceCents, compareAtCents }: BulkPrice, change: PriceChange, step: number): BulkPrice {
  const price = changePrice(priceCents, change, step);
  return { priceCents: price, compareAtCents: compareAtCents !== null && compareAtCents <= price ? null : compareAtCents };
}

function planPrice(row: BulkRow, change: PriceChange, step: number): BulkPlan {
  const variants = row.variants.map(({ id, stockPolicy: _s, ...price }) => ({ id, ...toPrice(price, change, step) }));
  const own = toPrice(row, change, step);
  const prices = (row.hasOptions ? variants : [own]).map(({ priceCents }) => priceCents);
  if (prices.some((it) => it < 0)) return refuse('price_too_low');
  if (prices.some((it) => it > PRICE_MAX)) return refuse('price_too_high');
  const { priceCents, compareAtCents } = row;
  if (row.hasOptions) {
    if (variants.every((it, index) => it.priceCents === row.variants[index]?.priceCents)) return UNCHANGED;
    const before = row.variants.map(({ stockPolicy: _s, ...it }) => it);
    return { kind: 'changed', before: { priceCents, variants: before }, after: { priceCents: Math.min(...prices), variants } };
  }
  if (own.priceCents === priceCents) return UNCHANGED;
  return { kind: 'changed', before: { priceCents, compareAtCents }, after: own };
}

function planStock({ hasOptions, isBundle, quantity }: BulkRow, { by, value }: Extract<BulkChange, { field: 'stock' }>): BulkPlan {
  if (hasOptions) return refuse('has_options');
  if (isBundle) return refuse('is_bundle');
  const after = by === 'set' ? value : quantity + value;
  if (after < 0 && after < quantity) return refuse('stock_too_low');
  if (after > STOCK_MAX && after > quantity) return refuse('stock_too_high');
  return after === quantity ? UNCHANGED : { kind: 'changed', before: { quantity }, after: { quantity: after } };
}

const listPolicies = ({ id, stockPolicy, hasOptions, variants }: BulkRow): BulkPolicy[] =>
  hasOptions ? variants.map((it) => ({ id: it.id, stockPolicy: it.stockPolicy })) : [{ id, stockPolicy }];

function planPolicy(row: BulkRow, stock: StockPolicyInput): BulkPlan {
  if (row.isBundle) return refuse('is_bundle');
  const stockPolicy = parseStockPolicy(stock, 'change.stock');
  const before = listPolicies(row).filter((it) => !isDeepStrictEqual(it.stockPolicy, stockPolicy));
  if (!before.length) return UNCHANGED;
  return { kind: 'changed', before: { policies: before }, after: { policies: before.map(({ id }) => ({ id, stockPolicy })) } };
}

/** The new main category is no further one any more. */
function planCategory({ categoryId, furtherCategoryIds }: BulkRow, category: string): BulkPlan {
  if (categoryId === category) return UNCHANGED;
  if (!furtherCategoryIds.includes(category)) return { kind: 'changed', before: { categoryId }, after: { categoryId: category } };
  const others = furtherCategoryIds.filter((id) => id !== category);
  return { kind: 'changed', before: { categoryId, furtherCategoryIds }, after: { categoryId: category, furtherCategoryIds: others } };
}

function planFurtherCategory(
  { categoryId, furtherCategoryIds }: BulkRow,
  { by, category }: Extract<BulkChange, { field: 'furtherCategory' }>,
): BulkPlan {
  if (categoryId === category) return by === 'add' ? UNCHANGED : refuse('is_main_category');
  const others = furtherCategoryIds.filter((id) => id !== category);
  const isThere = others.length < furtherCategoryIds.length;
  if (isThere === (by === 'add')) return UNCHANGED;
  if (by === 'add' && furtherCategoryIds.length >= FURTHER_CATEGORIES_MAX) return refuse('too_many_categories');
  const after = by === 'add' ? [...others, category].sort() : others;
  return { kind: 'changed', before: { furtherCategoryIds }, after: { furtherCategoryIds: after } };
}

const isEqual = (one: Attribute, other: Attribute) => one.name === other.name && one.value === other.value;

/** Adds the pair at the end, unless the product has it already. */
function planAttribute({ attributes }: BulkRow, { by, attribute }: Extract<BulkChange, { field: 'attribute' }>): BulkPlan {
  const others = attributes.filter((it) => !isEqual(it, attribute));
  const isThere = others.length < attributes.length;
  if (isThere === (by === 'add')) return UNCHANGED;
  if (by === 'add' && attributes.length >= ATTRIBUTES_MAX) return refuse('too_many_attributes');
  return { kind: 'changed', before: { attributes }, after: { attributes: by === 'add' ? [...attributes, attribute] : others } };
}

const hasDetails = (row: BulkRow, details: Partial<BulkDetails>) =>
  Object.entries(details).every(([name, value]) => isDeepStrictEqual(row[name as keyof BulkDetails], value));

function planDetails(row: BulkRow, details: Partial<BulkDetails>): BulkPlan {
  if (hasDetails(row, details)) return UNCHANGED;
  const before = Object.fromEntries(Object.keys(details).map((name) => [name, row[name as keyof BulkDetails]]));
  return { kind: 'changed', before: { details: before }, after: { details } };
}

/** As a brand that is written in another case. */
const planBrand = (row: BulkRow, name: string): BulkPlan =>
  row.brandName?.toLowerCase() === name.toLowerCase() ? UNCHANGED : planDetails(row, { brandName: name || null });

function planTag(row: BulkRow, { by, tag }: { by: 'add' | 'remove'; tag: string }): BulkPlan {
  const others = row.tags.filter((it) => it.toLowerCase() !== tag.toLowerCase());
  const isThere = others.length < row.tags.length;
  if (isThere === (by === 'add')) return UNCHANGED;
  if (by === 'add' && row.tags.length >= TAGS_MAX) return refuse('too_many_tags');
  return planDetails(row, { tags: by === 'add' ? [...row.tags, tag] : others });
}

/** The value was checked when the edit began. */
function planCustom({ custom }: BulkRow, { key, value }: Extract<BulkChange, { field: 'custom' }>): BulkPlan {
  const [before, after] = [custom ?? {}, applyPatch(custom, { [key]: value }) ?? {}];
  return isDeepStrictEqual(before, after) ? UNCHANGED : { kind: 'changed', before: { custom: before }, after: { custom: after } };
}

/** `step`: the smallest amount that can be paid in the shop's currency, in hundredths. */
export function planBulkChange(row: BulkRow, change: BulkChange, step = 1): BulkPlan {
  const { status } = row;
  switch (change.field) {
    case 'price':
      return planPrice(row, change, step);
    case 'stock':
      return planStock(row, change);
    case 'category':
      return planCategory(row, change.category.toLowerCase());
    case 'furtherCategory':
      return planFurtherCategory(row, { ...change, category: change.category.toLowerCase() });
    case 'status':
      return status === change.status ? UNCHANGED : { kind: 'changed', before: { status }, after: { status: change.status } };
    case 'policy':
      return planPolicy(row, change.stock);
    case 'attribute':
      return planAttribute(row, change);
    case 'brand':
      return planBrand(row, change.brand.trim());
    case 'vendor':
      return planDetails(row, { vendor: change.vendor.trim() || null });
    case 'tag':
      return planTag(row, { by: change.by, tag: change.tag.trim() });
    case 'cost':
      return planDetails(row, { costCents: change.cost === null ? null : toCents(change.cost) });
    case 'condition':
      return planDetails(row, { condition: change.condition || null });
    case 'taxClass':
      return planDetails(row, { taxClass: normalizeTaxClass(change.taxClass) });
    case 'minimumAge':
      return planDetails(row, { minimumAge: change.minimumAge === null ? null : String(change.minimumAge) });
    case 'handlingDays': {
      const days = parseHandlingDays(change.handlingDays);
      return planDetails(row, { handlingDays: days && formatHandlingDays(days) });
    }
    case 'maker':
      return planDetails(row, { maker: change.maker || null });
    case 'custom':
      return planCustom(row, change);
    case 'delete':
      return row.isPart ? refuse('in_bundle') : { kind: 'changed', before: {}, after: { isDeleted: true } };
  }
}

/**
 * Stock is changed back by the difference, because some may have been sold meanwhile. Other values are only changed back if they are still those
 * that the edit set.
 */
export function planUndo(row: BulkRow, before: BulkState, after: BulkState): BulkPlan {
  if (before.quantity !== undefined && after.quantity !== undefined) {
    return planStock(row, { field: 'stock', by: 'add', value: before.quantity - after.quantity });
  }
  const isSame = (now: BulkPrice | undefined, then: BulkPrice) =>
    now?.priceCents === then.priceCents && now.compareAtCents === then.compareAtCents;
  const priceOf = (id: string) => row.variants.find((it) => it.id === id);
  const isChanged =
    (after.variants && (!row.hasOptions || after.variants.some((it) => !isSame(priceOf(it.id), it)))) ||
    (!after.variants && after.priceCents !== undefined && (row.hasOptions || row.priceCents !== after.priceCents)) ||
    after.policies?.some((it) => !listPolicies(row).some((now) => isDeepStrictEqual(now, it))) ||
    (after.compareAtCents !== undefined && row.compareAtCents !== after.compareAtCents) ||
    (after.categoryId !== undefined && row.categoryId !== after.categoryId) ||
    (after.furtherCategoryIds !== undefined && !isDeepStrictEqual(row.furtherCategoryIds, after.furtherCategoryIds)) ||
    (after.status !== undefined && row.status !== after.status) ||
    (after.attributes !== undefined && !isDeepStrictEqual(row.attributes, after.attributes)) ||
    (after.custom !== undefined && !isDeepStrictEqual(row.custom ?? {}, after.custom)) ||
    (after.details !== undefined && !hasDetails(row, after.details));
  return isChanged ? refuse('changed_since') : { kind: 'changed', before: after, after: before };
}
