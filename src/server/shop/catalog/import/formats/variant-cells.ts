import { isDeepStrictEqual } from 'node:util';
import { VARIANTS_MAX } from '../../../../../contract/limits.ts';
import type { CsvRow, VariantCells } from './format.ts';
import { parseJsonList } from './own-format.ts';

/**
 * Options and variants as a row of an import has them:
 *
 *   options    Size: 41, 42; Colour: Red, Blue
 *   variants   41 / Red: 129.00, 5; 42 / Blue: 139.00, 3, SHOE-42-B, 2, 159.00
 *
 * A variant has a price, a quantity and optionally a SKU, the position of its image in the row (from 1) and a compare-at price, where 0 means none.
 * Without `variants`, every combination is sold at the row's price and has the row's quantity. The row's `compare_at_price` applies to all
 * variants that cost less and have none of their own. Only the form is parsed here; the values are validated like those of a request. Both cells
 * may also contain JSON lists.
 */
interface ParsedCells {
  options?: unknown[];
  /** `image`: its position among the row's images, from 1. */
  variants?: unknown[];
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
  // The row's compare-at price applies to each variant that costs less.
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

/** `before`: the row's `compare_at_price`. In the short form, or both lists as JSON if that can't express them. */
export function writeVariantCells(
  options: readonly { name: string; values: string[] }[],
  variants: readonly VariantCells[],
  before: string,
): { options: string; variants: string } {
  const rows = variants.map((variant) => {
    const { options: chosen, price = '', quantity = '', sku = '', image = '' } = variant;
    const shared = Number(price) < Number(before) ? before : undefined;
    // Without the 0, the row's compare-at price would apply.
    const sale = variant.compareAtPrice ?? (shared && '0');
    const values = options.map(({ name }) => chosen[name] ?? '');
    const parts = [`${values.join(' / ')}: ${price}`, quantity, sku, image, sale === shared ? '' : (sale ?? '')];
    return { json: { ...variant, ...(sale && { compareAtPrice: sale }) }, short: parts.join(', ').replace(/(?:, )+$/, '') };
  });
  const lists = { options: options.map(({ name, values }) => ({ name, values })), variants: rows.map(({ json }) => json) };
  const short = {
    options: options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
    variants: rows.map((row) => row.short).join('; '),
  };
  const read = parseVariantCells({ ...short, compare_at_price: before });
  return isDeepStrictEqual(read, lists) ? short : { options: JSON.stringify(lists.options), variants: JSON.stringify(lists.variants) };
}
