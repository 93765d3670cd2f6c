/** The columns of an import's CSV file; others are ignored. */
export const CSV_COLUMNS = {
  required: ['name', 'description', 'price', 'quantity', 'category', 'image'],
  optional: ['shipping', 'compare_at_price', 'sku', 'weight', 'status', 'image_alt', 'options', 'variants', 'attributes'],
};

/** `Material: Wool | Made in: Portugal`, or a line each: a name ends at its first colon. A part without one has no value, which validation refuses. */
export function parseAttributes(cell: string): { name: string; value: string }[] {
  const parts = cell.split(/[|\n]/).filter((part) => part.trim());
  return parts.map((part) => {
    const [name = ''] = part.split(':', 1);
    return { name: name.trim(), value: part.slice(name.length + 1).trim() };
  });
}
