/** Numbers as people type them. */

const POINT = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;
/** A comma before one or two digits is a decimal comma; before three digits it separates thousands. */
const COMMA = /^-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/;

/**
 * Accepts `12.5`, `1,234.50`, `12,50` and `1.234,50`, with a currency symbol before or after it. Null: not a number. The server checks the
 * limits.
 */
export function parseNumber(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(-?)\p{Sc}\s*/u, '$1')
    .replace(/\s*\p{Sc}$/u, '');
  if (POINT.test(bare)) return Number(bare.replaceAll(',', ''));
  return COMMA.test(bare) ? Number(bare.replaceAll('.', '').replace(',', '.')) : null;
}
