/**
 * Options and variants as a row of an import has them:
 *
 *   options    Size: 41, 42; Colour: Red, Blue
 *   variants   41 / Red: 129.00, 5; 42 / Blue: 139.00, 3, SHOE-42-B, 2   price, quantity and, if wanted, SKU and which of the row's images
 *
 * Without `variants` every combination is sold at the row's price, and of each there is the row's quantity. `compare_at_price` is of all. Only the form is read here:
 * what it says is checked like a call's. Both may be lists in JSON, as calls have them.
 */
import { VARIANTS_MAX } from '../../../contract/limits.ts';
import { parseJsonList } from './csv-columns.ts';
import type { CsvRow } from './formats/format.ts';

interface ParsedCells {
  options?: unknown[];
  /** `image`: its place among the row's, from 1. */
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
    const [ownPrice = '', ownQuantity = '', sku, image] = text
      .slice(end + 1)
      .split(',')
      .map((it) => it.trim());
    const chosen = toChosen(split(text.slice(0, Math.max(0, end)), '/'));
    return { options: chosen, ...priced(ownPrice), quantity: ownQuantity, ...(sku && { sku }), ...(image && { image }) };
  });
  return { options, variants };
}
