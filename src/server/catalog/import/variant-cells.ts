/**
 * Options and variants as a row of an import has them:
 *
 *   options    Size: 41, 42; Colour: Red, Blue
 *   variants   41 / Red: 129.00, 5; 42 / Blue: 139.00, 3, SHOE-42-B      price, quantity and, if wanted, SKU
 *
 * Without `variants` every combination is sold at the row's price, and of each there is the row's quantity. Only the form is read here:
 * what it says is checked like a call's.
 */
import { VARIANTS_MAX } from '../../../contract/limits.ts';
import type { CsvRow } from './csv.ts';

interface VariantCells {
  options?: { name: string; values: string[] }[];
  variants?: { options: Record<string, string>; price: string; quantity: string; sku?: string }[];
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

/** One more than are allowed at most: then the row is refused. */
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
}: CsvRow['cells']): VariantCells {
  if (!optionsCell) return {};
  const options = split(optionsCell, ';').map(parseOption);
  const toChosen = (values: string[]) =>
    Object.fromEntries(values.map((value, index) => [options[index]?.name ?? `option ${index + 1}`, value]));
  if (!variantsCell) {
    const combinations = combine(options.map(({ values }) => values));
    return { options, variants: combinations.map((values) => ({ options: toChosen(values), price, quantity })) };
  }
  const variants = split(variantsCell, /[;\n]/).map((text) => {
    const end = text.lastIndexOf(':');
    const [ownPrice = '', ownQuantity = '', sku] = text
      .slice(end + 1)
      .split(',')
      .map((it) => it.trim());
    return { options: toChosen(split(text.slice(0, Math.max(0, end)), '/')), price: ownPrice, quantity: ownQuantity, ...(sku && { sku }) };
  });
  return { options, variants };
}
