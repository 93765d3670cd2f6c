/** The parts of a bundle while its form is edited, and as the text by which forms are compared. */
import type { BundlePart, BundlePartInput } from '../../../contract/bundle.ts';
import { BUNDLE_COUNT_MAX } from '../../../contract/limits.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { describeOptions, type Variant } from '../../../contract/product-fields.ts';
import type { TableProduct } from '../../../contract/product-table.ts';
import { COUNT, parseNumber } from '../parts/values.ts';

/** A part as the form shows it. `price` and `quantity` are null where they aren't known, as after somebody else's change. */
export interface PartDraft extends Omit<BundlePart, 'count' | 'price' | 'quantity' | 'problem' | 'image'> {
  /** As typed. */
  count: string;
  price: number | null;
  quantity: number | null;
  problem?: BundlePart['problem'] | undefined;
  /** It has options, of which one has to be chosen. */
  hasOptions: boolean;
}

type Stored = Pick<PartDraft, 'product' | 'variant' | 'name' | 'options' | 'count'>;

const toStored = (
  { product, variant, name, options }: Pick<BundlePart, 'product' | 'variant' | 'name' | 'options'>,
  count: string,
): Stored => ({
  product,
  ...(variant && { variant }),
  name,
  ...(options && { options }),
  count,
});

/** Empty: it is no bundle. */
export const serializeParts = (parts: readonly BundlePart[] = []): string =>
  parts.length ? JSON.stringify(parts.map((it) => toStored(it, String(it.count)))) : '';

export const serializeDrafts = (drafts: readonly PartDraft[]): string =>
  drafts.length ? JSON.stringify(drafts.map((it) => toStored(it, it.count.trim()))) : '';

const parseText = (text: string): Stored[] => (text ? (JSON.parse(text) as Stored[]) : []);

/** `stored`: what is known of the parts that the product has. */
export function parseDrafts(text: string, stored: readonly BundlePart[] = []): PartDraft[] {
  return parseText(text).map((part) => {
    const known = stored.find((it) => it.product === part.product && it.variant === part.variant);
    const { price = null, quantity = null, problem, slug = '', sku } = known ?? {};
    const hasOptions = part.variant !== undefined || problem === 'variant_required';
    return { ...part, slug, ...(sku && { sku }), price, quantity, problem, hasOptions };
  });
}

export const toDraft = (product: TableProduct): PartDraft => ({
  product: product._id,
  slug: product.slug,
  name: product.name,
  ...(product.sku && { sku: product.sku }),
  count: '1',
  price: product.price,
  quantity: product.quantity,
  hasOptions: product.hasOptions === true,
});

export function chooseVariant(
  draft: PartDraft,
  { options = [] }: AdminProduct,
  { _id, options: chosen, sku, price, quantity }: Variant,
): PartDraft {
  const { sku: _sku, problem: _problem, ...rest } = draft;
  return { ...rest, variant: _id, options: describeOptions(options, chosen), ...(sku && { sku }), price, quantity };
}

/** A count that is no number is sent as 0, which the server refuses at its field. */
export const toPartsInput = (text: string): BundlePartInput[] =>
  parseText(text).map(({ product, variant, count }) => ({
    product,
    ...(variant && { variant }),
    count: parseNumber(count, COUNT) ?? 0,
  }));

/** `2 × Cup, 1 × Pot` */
export const describeParts = (text: string): string =>
  parseText(text)
    .map(({ name, options, count }) => `${count} × ${options ? `${name} (${options})` : name}`)
    .join(', ');

/** Null: the price or the count of one isn't known. */
export function sumDrafts(drafts: readonly PartDraft[]): number | null {
  let sum = 0;
  for (const { price, count } of drafts) {
    const pieces = parseNumber(count, COUNT);
    if (price === null || pieces === null || pieces < 1 || pieces > BUNDLE_COUNT_MAX) return null;
    sum += Math.round(price * 100) * pieces;
  }
  return sum / 100;
}
