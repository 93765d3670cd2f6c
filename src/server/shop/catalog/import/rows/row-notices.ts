/** What the merchant is told of a row that becomes a new product. */

import { toStatus } from '../../../../../contract/product-fields.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import type { NewRowFields } from './row-fields.ts';

interface Rules {
  uncountedStock: number | null;
}

function noteStock({ columns, isUncounted }: CsvRow, { quantity, variants, stock }: NewRowFields, { uncountedStock }: Rules): RowNotice[] {
  // What is sold below zero, or isn't counted, isn't sold out.
  const isSold = stock ? stock.policy !== 'counted' : variants?.some((it) => it.stock && it.stock.policy !== 'counted');
  const column = columns?.[variants ? 'variants.quantity' : 'quantity'] ?? columns?.quantity ?? 'quantity';
  const total = variants ? variants.reduce((sum, it) => sum + it.quantity, 0) : quantity;
  if (isUncounted && uncountedStock !== null)
    return [{ kind: 'guessed', column, reason: `isn't tracked in the file: ${uncountedStock.toLocaleString('en')} here, as you chose` }];
  if (isUncounted) {
    const what = total > 0 ? 'some variants are imported as sold out' : 'it is imported as sold out';
    return [{ kind: 'no_stock', column, reason: `isn't tracked in the file: ${what}, until you enter the stock` }];
  }
  return total === 0 && !isSold ? [{ kind: 'no_stock', column, reason: 'is sold out in the file' }] : [];
}

export function noteNewProduct(row: CsvRow, fields: NewRowFields, rules: Rules): RowNotice[] {
  const notices = [...(row.notices ?? []), ...noteStock(row, fields, rules)];
  const status = fields.status && toStatus(fields.status);
  const isHidden = status !== undefined && status !== 'active';
  const column = (name: 'publishFrom' | 'publishUntil') => row.columns?.[name] ?? name;
  const now = Date.now();
  if (fields.publishUntil && Date.parse(fields.publishUntil) <= now)
    notices.push({ kind: 'hidden', column: column('publishUntil'), reason: 'is no longer published: its time is over' });
  else if (fields.publishFrom && Date.parse(fields.publishFrom) > now)
    notices.push({ kind: 'hidden', column: column('publishFrom'), reason: `is shown from ${fields.publishFrom}` });
  if (isHidden && !notices.some(({ kind }) => kind === 'hidden')) {
    const what = status === 'archived' ? 'archived' : 'a draft';
    notices.push({ kind: 'hidden', column: row.columns?.status ?? 'status', reason: `is ${what} in the file and here` });
  }
  return notices;
}
