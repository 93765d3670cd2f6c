/** The shop's own columns of a CSV import; other columns are ignored. */
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
