/**
 * The shop's own columns of a CSV file; other columns are ignored. Cells that hold lists have a short form that people can type
 * (`Material: Wool | Color: Red`), and one rule for what it can't hold, such as a value with a separator in it: then the cell is the same
 * list in JSON. Writing and reading of each list stand side by side: attributes here, images in row-images.ts, options and variants in
 * variant-cells.ts. docs/product-file.md describes the file for merchants.
 */
import { isDeepStrictEqual } from 'node:util';

export const CSV_COLUMNS = {
  required: ['name', 'description', 'price', 'quantity', 'category', 'image'],
  optional: ['shipping', 'compare_at_price', 'sku', 'weight', 'status', 'image_alt', 'options', 'variants', 'attributes', 'slug'],
};

/** Parses a cell that holds a JSON list, as rows of other shops' formats are translated to; null: the cell is in the readable form. */
export function parseJsonList(cell: string): unknown[] | null {
  if (!cell.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The short form if reading it gives the same list; otherwise the list in JSON. */
export function writeList(list: readonly unknown[], short: string, read: (cell: string) => unknown): string {
  return isDeepStrictEqual(read(short.trim()), list) ? short : JSON.stringify(list);
}

/**
 * Reads `Material: Wool | Made in: Portugal`, or one pair per line. A name ends at its first colon; a part without a colon gets no value,
 * which validation refuses.
 */
export function parseAttributes(cell: string): unknown[] {
  const list = parseJsonList(cell);
  if (list) return list;
  const parts = cell.split(/[|\n]/).filter((part) => part.trim());
  return parts.map((part) => {
    const [name = ''] = part.split(':', 1);
    return { name: name.trim(), value: part.slice(name.length + 1).trim() };
  });
}

export const writeAttributes = (attributes: readonly { name: string; value: string }[]): string =>
  writeList(attributes, attributes.map(({ name, value }) => `${name}: ${value}`).join(' | '), parseAttributes);
