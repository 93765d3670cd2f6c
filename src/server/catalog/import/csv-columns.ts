/** The shop's own columns of an import's CSV file; others are ignored. */
export const CSV_COLUMNS = {
  required: ['name', 'description', 'price', 'quantity', 'category', 'image'],
  optional: ['shipping', 'compare_at_price', 'sku', 'weight', 'status', 'image_alt', 'options', 'variants', 'attributes', 'slug'],
};

/** A cell that holds a list as JSON, as formats of other shops are translated into; null: it is written in words. */
export function parseJsonList(cell: string): unknown[] | null {
  if (!cell.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** `Material: Wool | Made in: Portugal`, or a line each: a name ends at its first colon. A part without one has no value, which validation refuses. */
export function parseAttributes(cell: string): unknown[] {
  const list = parseJsonList(cell);
  if (list) return list;
  const parts = cell.split(/[|\n]/).filter((part) => part.trim());
  return parts.map((part) => {
    const [name = ''] = part.split(':', 1);
    return { name: name.trim(), value: part.slice(name.length + 1).trim() };
  });
}
