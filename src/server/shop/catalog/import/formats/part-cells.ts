/** The parts of a bundle in the shop's own file: `CUP-1 × 2 | POT`, or a list in JSON. */
import { parseJsonList, writeList } from './own-format.ts';

/** A part by the SKU of its product or variant, or, where there is none, by the product's slug. */
export interface NamedPart {
  sku: string;
  count: number;
}

const COUNT = /^(.*\S)\s*(?:×|\s[x*]\s)\s*(\d+)$/i;

/** Without a count it is one. What is no part stays, and is refused by validation. */
export function parseParts(cell: string): unknown[] {
  const list = parseJsonList(cell);
  if (list) return list;
  return cell.split(/[|\n]/).flatMap((text) => {
    const part = text.trim();
    const [, sku = part, count = '1'] = COUNT.exec(part) ?? [];
    return part ? [{ sku: sku.trim(), count: Number(count) }] : [];
  });
}

export const writeParts = (parts: readonly NamedPart[]): string =>
  parts.length ? writeList(parts, parts.map(({ sku, count }) => `${sku} × ${count}`).join(' | '), parseParts) : '';

/** What a file calls a part. */
export const namePart = ({ sku, slug, count }: { sku?: string | null; slug: string; count: number }): NamedPart => ({
  sku: sku || slug,
  count,
});
