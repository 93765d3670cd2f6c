/**
 * Options and variants as a row of an import has them:
 *
 *   options    Size: 41, 42; Colour: Red, Blue
 *   variants   41 / Red: 129.00, 5; 42 / Blue: 139.00, 3, SHOE-42-B, 2, 159.00
 *
 * A variant has its price, its quantity and, if wanted, its SKU, which of the row's images shows it (from 1) and its price before the sale,
 * of which 0 is none. Without `variants` every combination is sold at the row's price, and of each there is the row's quantity.
 * `compare_at_price` is that of all variants that cost less and don't name another. Only the form is read here: what it says is checked like
 * a call's. Both may be lists in JSON, as calls have them.
 */
import { isDeepStrictEqual } from 'node:util';
import { VARIANTS_MAX } from '../../../../../contract/limits.ts';
import type { CsvRow } from '../formats/format.ts';
import { parseJsonList } from '../reading/csv-columns.ts';

interface ParsedCells {
  options?: unknown[];
  /** `image`: its place among the row's, from 1. */
  variants?: unknown[];
}

/** What an export knows of a variant. */
export interface WrittenVariant {
  values: string[];
  price: string;
  quantity: number;
  sku: string | null;
  /** Its image's place among the product's, from 1; null: it is shown with the first. */
  image: number | null;
  compareAtPrice: string | null;
}

const split = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((it) => it.trim())
    .filter(Boolean);

function parseOption(text: string): { name: string; values: string[] } {
  const [name = '', ...rest] = text.split(':');
  return { name: name.trim(), values: split(rest.join(':'), ',') };
}

/** Stops after one more than the maximum, which is enough for the row to be refused. */
function combine(lists: string[][]): string[][] {
  const extend = (rows: string[][], values: string[]) =>
    rows.flatMap((row) => values.map((value) => [...row, value])).slice(0, VARIANTS_MAX + 1);
  return lists.reduce(extend, [[]]);
}

export function parseVariantCells({
  options: optionsCell,
  variants: variantsCell,
  price = '',
  quantity = '',
  compare_at_price: before = '',
}: CsvRow['cells']): ParsedCells {
  if (!optionsCell) return {};
  const [optionList, variantList] = [parseJsonList(optionsCell), parseJsonList(variantsCell ?? '')];
  if (optionList && variantList) return { options: optionList, variants: variantList };
  // The row's price before the sale applies to each variant that costs less.
  const priced = (own: string) => ({ price: own, ...(Number(own) < Number(before) && { compareAtPrice: before }) });
  const options = split(optionsCell, ';').map(parseOption);
  const toChosen = (values: string[]) =>
    Object.fromEntries(values.map((value, index) => [options[index]?.name ?? `option ${index + 1}`, value]));
  if (!variantsCell) {
    const combinations = combine(options.map(({ values }) => values));
    return { options, variants: combinations.map((values) => ({ options: toChosen(values), ...priced(price), quantity })) };
  }
  const variants = split(variantsCell, /[;\n]/).map((text) => {
    const end = text.lastIndexOf(':');
    const [ownPrice = '', ownQuantity = '', sku, image, ownBefore] = text
      .slice(end + 1)
      .split(',')
      .map((it) => it.trim());
    const chosen = toChosen(split(text.slice(0, Math.max(0, end)), '/'));
    return {
      ...{ options: chosen, ...priced(ownPrice), quantity: ownQuantity },
      ...{ ...(sku && { sku }), ...(image && { image }), ...(ownBefore && { compareAtPrice: ownBefore }) },
    };
  });
  return { options, variants };
}

/** `before`: the row's `compare_at_price`. In the short form, or both lists in JSON where that can't hold them. */
export function writeVariantCells(
  options: readonly { name: string; values: string[] }[],
  variants: WrittenVariant[],
  before: string,
): { options: string; variants: string } {
  const rows = variants.map(({ values, price, quantity, sku, image, compareAtPrice }) => {
    const shared = Number(price) < Number(before) ? before : null;
    // Without the 0, the row's price before the sale would apply.
    const sale = compareAtPrice ?? (shared && '0');
    const chosen = Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']));
    const parts = [`${values.join(' / ')}: ${price}`, quantity, sku ?? '', image ?? '', sale === shared ? '' : (sale ?? '')];
    return {
      json: {
        ...{ options: chosen, price, quantity: String(quantity) },
        ...{ ...(sku && { sku }), ...(image && { image: String(image) }), ...(sale && { compareAtPrice: sale }) },
      },
      short: parts.join(', ').replace(/(?:, )+$/, ''),
    };
  });
  const lists = { options: options.map(({ name, values }) => ({ name, values })), variants: rows.map(({ json }) => json) };
  const short = {
    options: options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
    variants: rows.map((row) => row.short).join('; '),
  };
  const read = parseVariantCells({ ...short, compare_at_price: before });
  return isDeepStrictEqual(read, lists) ? short : { options: JSON.stringify(lists.options), variants: JSON.stringify(lists.variants) };
}
