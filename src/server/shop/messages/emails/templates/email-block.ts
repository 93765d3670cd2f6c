/** The content of an email, independent of its format: each block is rendered once as plain text and once as HTML. */

/** A paragraph; a table with its total in the last row; text written by a person, in several lines; a link. */
export type EmailBlock =
  | string
  | { rows: readonly (readonly [name: string, value: string])[] }
  | { title: string; lines: string }
  | { link: string; url: string };

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

export function toText(block: EmailBlock): string {
  if (typeof block === 'string') return block;
  if ('rows' in block) return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('lines' in block) return [block.title, ...toLines(block.lines)].join('\n');
  return `${block.link}:\n${block.url}`;
}
