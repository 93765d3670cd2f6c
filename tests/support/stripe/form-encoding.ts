/** The nested form encoding of Stripe's API: `line_items[0][price_data][currency]=usd`. */

export interface Form {
  [name: string]: string | Form;
}

/** Lists become objects with the keys 0, 1, 2 …; `asList` converts them. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    const lastKey = keys.pop();
    if (lastKey === undefined) continue;
    let node = form;
    for (const key of keys) {
      const inner = node[key];
      const child: Form = typeof inner === 'object' ? inner : Object.create(null);
      node[key] = child;
      node = child;
    }
    node[lastKey] = value;
  }
  return form;
}

export const asText = (value: string | Form | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const asForm = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {});
export const asList = (value: string | Form | undefined): Form[] => Object.values(asForm(value)).map(asForm);

/** Undefined where it isn't an integer. */
export function asInteger(value: string | Form | undefined): number | undefined {
  return typeof value === 'string' && /^-?\d{1,12}$/.test(value) ? Number(value) : undefined;
}
