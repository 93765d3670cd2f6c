/** Forms as Stripe's API takes them: `line_items[0][price_data][currency]=usd`. */

export interface Form {
  [name: string]: string | Form;
}

/** Lists come out as objects with the keys 0, 1, 2 …; `listOf` makes lists of them. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    const last = keys.pop();
    if (last === undefined) continue;
    let place = form;
    for (const key of keys) {
      const inner = place[key];
      const next: Form = typeof inner === 'object' ? inner : Object.create(null);
      place[key] = next;
      place = next;
    }
    place[last] = value;
  }
  return form;
}

export const textOf = (value: string | Form | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const formOf = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {});
export const listOf = (value: string | Form | undefined): Form[] => Object.values(formOf(value)).map(formOf);

/** A whole number that is written as one. */
export function wholeOf(value: string | Form | undefined): number | undefined {
  return typeof value === 'string' && /^-?\d{1,12}$/.test(value) ? Number(value) : undefined;
}
