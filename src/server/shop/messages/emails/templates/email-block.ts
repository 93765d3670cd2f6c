/** The content of an email, independent of its format: each block is rendered once as plain text and once as HTML. */

type Row = readonly [name: string, value: string];

/** A product that was bought. */
export interface EmailItem {
  name: string;
  /** Its size and color, or the parts of a bundle; empty: it has none. */
  options: string;
  quantity: number;
  /** What was promised of pieces that weren't in stock; empty: nothing. */
  note: string;
  sum: string;
  /** An absolute URL; null: none can be shown. */
  image: string | null;
}

/** What was bought, with its sums: those above the total, the total, and what it includes. */
export interface EmailOrder {
  items: readonly EmailItem[];
  parts: readonly Row[];
  total: Row;
  included: readonly Row[];
}

/** The first one of an email is a button, and so is each with a note: what has to be known of it. */
export interface EmailLink {
  link: string;
  url: string;
  note?: string;
}

/** A paragraph; a table; what was bought; text written by a person, in several lines; a link. */
export type EmailBlock = string | { rows: readonly Row[] } | EmailOrder | { title: string; lines: string } | EmailLink;

/** Replaces control characters, line separators and direction overrides by a space: the result can't add a line to a mail header. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** `toSingleLine` for each line; empty lines are dropped. */
export function toLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(toSingleLine)
    .filter(Boolean);
}

const rowsToText = (rows: readonly Row[]) => rows.map(([name, value]) => `${name}: ${value}`).join('\n');

/** `2 × Lamp (Red)`, and what was promised of it behind a dash. */
const nameItem = ({ quantity, name, options, note }: EmailItem): string =>
  `${quantity} × ${options ? `${name} (${options})` : name}${note && ` – ${note}`}`;

export function toText(block: EmailBlock): string {
  if (typeof block === 'string') return block;
  if ('rows' in block) return rowsToText(block.rows);
  if ('items' in block) {
    const { items, parts, total, included } = block;
    return rowsToText([...items.map((it) => [nameItem(it), it.sum] as const), ...parts, total, ...included]);
  }
  if ('lines' in block) return [block.title, ...toLines(block.lines)].join('\n');
  return `${block.note ? `${block.link} (${block.note.charAt(0).toLowerCase()}${block.note.slice(1)})` : block.link}:\n${block.url}`;
}
