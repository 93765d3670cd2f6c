/** Parses the options and variants that an admin sends, and checks that they fit each other. */

import type { CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { isGtin, normalizeGtin } from '../../../../contract/gtin.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import type { ProductOption, VariantsInput } from '../../../../contract/product-fields.ts';
import { normalizeTaxClass, STANDARD_CLASS } from '../../../../contract/tax.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { parseStockPolicy } from '../../inventory/stock-policy.ts';
import { createBarcodeIssue } from './product-input.ts';
import { toValuesKey, type VariantRow } from './variant.repository.ts';

type Unchangeable = Pick<
  VariantRow,
  'sku' | 'barcode' | 'compareAtCents' | 'costCents' | 'taxClass' | 'contents' | 'imageId' | 'stockPolicy'
>;

/** The columns of a variant as they were sent; undefined: unchanged. */
export type SentVariant = Pick<VariantRow, 'optionValues' | 'priceCents' | 'quantity'> & {
  [Column in keyof Unchangeable]: Unchangeable[Column] | undefined;
} & {
  /** Undefined: the variant is identified by its values. */
  id: string | undefined;
  /** The quantity that the form showed when it was opened. */
  shownQuantity: number | undefined;
  /** Values of fields, checked; null clears one. */
  customFields: CustomFieldsInput | undefined;
};

/** Indexes of texts that repeat an earlier one. A product may have thousands of variants, so each is looked at once. */
function listRepeated(texts: (string | null | undefined)[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    if (!text) return [];
    if (seen.has(text)) return [index];
    seen.add(text);
    return [];
  });
}

/** Index of the first text that repeats an earlier one, ignoring case; undefined: none does. */
const findRepeated = (texts: string[]): number | undefined => listRepeated(texts.map((text) => text.toLowerCase()))[0];

const createRepeatedIssue = (path: string): Issue => ({ path, code: 'taken', message: 'occurs twice' });

function trimOptions(options: ProductOption[]): ProductOption[] {
  return options.map(({ name, values }) => ({ name: name.trim(), values: values.map((value) => value.trim()) }));
}

function checkOptions(options: ProductOption[]): Issue[] {
  const repeatedName = findRepeated(options.map(({ name }) => name));
  const issues = options.flatMap(({ values }, index) => {
    const repeated = findRepeated(values);
    return repeated === undefined ? [] : [createRepeatedIssue(`options.${index}.values.${repeated}`)];
  });
  return repeatedName === undefined ? issues : [createRepeatedIssue(`options.${repeatedName}.name`), ...issues];
}

/** Checks the values of one variant. */
function checkChoice(chosen: Record<string, string>, options: { name: string; values: ReadonlySet<string> }[], path: string): Issue[] {
  const unknownNames = Object.keys(chosen).filter((name) => options.every((option) => option.name !== name));
  const issues = options.flatMap(({ name, values }): Issue[] => {
    const value = chosen[name];
    if (value === undefined) return [{ path: `${path}.${name}`, code: 'required', message: 'is required' }];
    return values.has(value) ? [] : [{ path: `${path}.${name}`, code: 'unknown', message: "isn't one of the option's values" }];
  });
  return [
    ...issues,
    ...unknownNames.map((name): Issue => ({ path: `${path}.${name}`, code: 'unknown', message: "isn't an option of the product" })),
  ];
}

const trimRecord = (chosen: Record<string, string>) =>
  Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name.trim(), value.trim()]));

/** Empty if it isn't an image of the product. */
function findImage(url: string, imageIds: string[]): string {
  const imageId = parseImageUrl(url);
  return imageId && imageIds.includes(imageId) ? imageId : '';
}

/** The standard class by its name, since the product may have another. */
const toVariantClass = (text: string | null) => (text?.trim() ? (normalizeTaxClass(text) ?? STANDARD_CLASS) : null);

const MAX_ISSUES = 8;

function refuse(issues: Issue[]): void {
  const [first] = issues;
  if (first) throw new AppError('invalid_request', `${first.path} ${first.message}`, { issues: issues.slice(0, MAX_ISSUES) });
}

/** `imageIds`: the product's images. Throws `invalid_request` for options or values that repeat, and for variants that don't fit the options. */
export function parseVariants(
  rawOptions: ProductOption[],
  inputs: VariantsInput,
  imageIds: string[],
): { options: ProductOption[]; variants: SentVariant[] } {
  const options = trimOptions(rawOptions);
  refuse(checkOptions(options));
  if (!options.length && inputs.length) refuse([{ path: 'options', code: 'required', message: 'are required if there are variants' }]);
  if (options.length && !inputs.length) refuse([{ path: 'variants', code: 'too_few', message: 'must contain at least 1', limit: 1 }]);
  const chosen = inputs.map((input) => trimRecord(input.options));
  const sets = options.map(({ name, values }) => ({ name, values: new Set(values) }));
  refuse(chosen.flatMap((it, index) => checkChoice(it, sets, `variants.${index}.options`)));
  const variants = inputs.map((input, index) => ({
    id: input._id?.toLowerCase(),
    optionValues: options.map(({ name }) => chosen[index]?.[name] ?? ''),
    sku: input.sku === undefined ? undefined : input.sku?.trim() || null,
    barcode: input.barcode === undefined ? undefined : normalizeGtin(input.barcode ?? '') || null,
    priceCents: toCents(input.price),
    // A compare-at price of 0 means no sale.
    compareAtCents: input.compareAtPrice === undefined ? undefined : input.compareAtPrice ? toCents(input.compareAtPrice) : null,
    costCents: input.cost === undefined || input.cost === null ? input.cost : toCents(input.cost),
    taxClass: input.taxClass === undefined ? undefined : toVariantClass(input.taxClass),
    contents: input.contents,
    quantity: input.quantity,
    shownQuantity: input.shownQuantity,
    stockPolicy: input.stock === undefined ? undefined : parseStockPolicy(input.stock, `variants.${index}.stock`),
    imageId: typeof input.image === 'string' ? findImage(input.image, imageIds) : input.image,
    customFields: input.customFields,
  }));
  refuse(
    variants.flatMap(({ compareAtCents, priceCents }, index): Issue[] => {
      if (!compareAtCents || compareAtCents > priceCents) return [];
      const limit = toDollars(priceCents);
      return [{ path: `variants.${index}.compareAtPrice`, code: 'not_above', message: `must be > ${limit}`, limit }];
    }),
  );
  refuse(
    variants.flatMap(({ imageId }, index): Issue[] =>
      imageId === '' ? [{ path: `variants.${index}.image`, code: 'unknown', message: "isn't an image of the product" }] : [],
    ),
  );
  refuse(variants.flatMap(({ barcode }, index) => (!barcode || isGtin(barcode) ? [] : [createBarcodeIssue(`variants.${index}.barcode`)])));
  const refuseRepeated = (texts: (string | null | undefined)[], name: string) =>
    refuse(listRepeated(texts).map((index) => createRepeatedIssue(`variants.${index}.${name}`)));
  refuseRepeated(
    variants.map(({ optionValues }) => toValuesKey(optionValues)),
    'options',
  );
  refuseRepeated(
    variants.map(({ sku }) => sku?.toLowerCase()),
    'sku',
  );
  refuseRepeated(
    variants.map(({ id }) => id),
    '_id',
  );
  return { options, variants };
}
