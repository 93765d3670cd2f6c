/** WooCommerce's columns `Tax status` and `Tax class`. */
import { TAX_CLASS_MAX_LENGTH } from '../../../../../contract/limits.ts';
import { ZERO_CLASS } from '../../../../../contract/tax.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { FormatRow } from './format.ts';

type Cells = FormatRow['cells'];

/**
 * What isn't taxed, or of which shipping alone is, is of the class that needs no rate. `reduced-rate` and `zero-rate` are WooCommerce's own names; a
 * merchant's class comes as the name that addresses have (`wine-and-spirits`). Undefined: the file names none, and what is stored stays.
 */
export function toTaxClass({ 'Tax status': status = '', 'Tax class': named = '' }: Cells): string | undefined {
  if (/^(none|shipping)$/i.test(status)) return ZERO_CLASS;
  if (/^(parent|standard)?$/i.test(named)) return undefined;
  return cutText(named.replace(/-rate$/i, '').replaceAll('-', ' '), TAX_CLASS_MAX_LENGTH);
}

/** That of a variation, where it names one that isn't its product's. */
export function toOwnClass(cells: Cells, parent: Cells): { taxClass?: string } {
  const own = toTaxClass(cells);
  return own === undefined || own === toTaxClass(parent) ? {} : { taxClass: own };
}
