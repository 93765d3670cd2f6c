/** Markup that can't be tricked: whatever is put into html`…` is escaped, unless html`…` made it. */
const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

type Value = string | number | Html | readonly Html[] | null;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function toMarkup(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  if (MARKUP in value) return value[MARKUP];
  return value.map(toMarkup).join('');
}

/** Attribute values must stand in quotes. Null is nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { [MARKUP]: parts.reduce((whole, part, index) => whole + toMarkup(values[index - 1] ?? null) + part) };
}

/** For text of our own that must stay as it is: the style sheet. */
export function trusted(markup: string): Html {
  return { [MARKUP]: markup };
}

export function render(page: Html): string {
  return page[MARKUP];
}
