/** What is told of a new product besides what was found while its rows were read: that nobody sees it, or that there is none of it. */
import type { CsvRow, RowNotice } from '../formats/format.ts';
import type { NewRowFields } from './row-fields.ts';

interface Rules {
  uncountedStock: number | null;
}

function noteStock({ columns, isUncounted }: CsvRow, { quantity, variants }: NewRowFields, { uncountedStock }: Rules): RowNotice[] {
  const column = columns?.[variants ? 'variants.quantity' : 'quantity'] ?? columns?.quantity ?? 'quantity';
  const total = variants ? variants.reduce((sum, it) => sum + it.quantity, 0) : quantity;
  if (isUncounted && uncountedStock !== null)
    return [{ kind: 'guessed', column, reason: `isn't counted in the file: ${uncountedStock.toLocaleString('en')} here, as you said` }];
  if (isUncounted) {
    const what = total > 0 ? 'what isn’t counted comes in sold out' : 'it comes in sold out';
    return [{ kind: 'no_stock', column, reason: `isn't counted in the file: ${what}, until you say how many there are` }];
  }
  return total === 0 ? [{ kind: 'no_stock', column, reason: 'is sold out in the file' }] : [];
}

export function noteNewProduct(row: CsvRow, fields: NewRowFields, rules: Rules): RowNotice[] {
  const notices = [...(row.notices ?? []), ...noteStock(row, fields, rules)];
  const isHidden = fields.status !== undefined && fields.status !== 'active';
  if (isHidden && !notices.some(({ kind }) => kind === 'hidden')) {
    const what = fields.status === 'archived' ? 'archived' : 'a draft';
    notices.push({ kind: 'hidden', column: row.columns?.status ?? 'status', reason: `is ${what} in the file, and here` });
  }
  return notices;
}
