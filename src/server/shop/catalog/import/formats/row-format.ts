/** Formats of files whose columns are told by their titles alone, whichever shop wrote them: all but products. */
import type { ImportFormatName, ImportKind } from '../../../../../contract/product-import-fields.ts';
import { type CsvRow, type FormatRow, type ImportField, type ImportFormat, noteOthers } from './format.ts';

/** The shop's own column, and what other shops call it. */
export interface RowColumn {
  name: string;
  own?: readonly string[];
  shopify?: readonly string[];
  woocommerce?: readonly string[];
  number?: ImportField['number'];
}

interface RowFormats {
  kind: ImportKind;
  columns: readonly RowColumn[];
  required: ImportFormat['required'];
  signatures: Partial<Record<ImportFormatName, readonly (readonly string[])[]>>;
  /** In lower case: columns that say nothing which is lost. */
  ignored: RegExp;
  /** Puts rows together, or translates their cells. Absent: a row is a row. */
  toRows?: (open: () => AsyncIterable<FormatRow>, format: ImportFormat) => AsyncIterable<CsvRow>;
}

/** With what the file has in columns that nothing is read from. */
export function toCsvRow({ others, notices = [], ...row }: FormatRow, format: ImportFormat): CsvRow {
  const told = [...notices, ...noteOthers([{ ...row, ...(others && { others }) }], format)];
  return { ...row, ...(told.length && { notices: told }) };
}

async function* toSingleRows(open: () => AsyncIterable<FormatRow>, format: ImportFormat): AsyncGenerator<CsvRow> {
  for await (const row of open()) yield toCsvRow(row, format);
}

/** Those that the download of refused rows adds. */
const REFUSED = 'refused (row|column|because)';

export function createRowFormats({ kind, columns, required, signatures, ignored, toRows = toSingleRows }: RowFormats) {
  const create = (name: ImportFormatName): ImportFormat => {
    const fields = columns.map(({ name: column, own = [], number, ...others }) => ({
      name: column,
      aliases: name === 'products' ? own : [...(others[name] ?? []), ...own],
      ...(number && { number }),
    }));
    const format: ImportFormat = {
      ...{ kind, name, fields, required, fieldByColumn: {} },
      ...(signatures[name] && { signatures: signatures[name] }),
      ignored: new RegExp(`^(${REFUSED}|${ignored.source})$`),
      toRows: (open) => toRows(open, format),
    };
    return format;
  };
  return { shopify: create('shopify'), woocommerce: create('woocommerce'), products: create('products') };
}
