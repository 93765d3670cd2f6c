/** Reads the rows of docs/specification.md, and the row numbers in test titles. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const SPECIFICATION_FILE = 'docs/specification.md';

export interface Row {
  id: string;
  text: string;
  line: number;
  /** The heading above it. */
  group: string;
}

/** `- **CART-4** …` */
const ROW_PATTERN = /^- \*\*([A-Z][A-Z0-9]*-\d+)\*\* (.+)$/;

/** The lines below a row that are indented by two spaces belong to it. */
const CONTINUATION_PATTERN = /^ {2}(\S.*)$/;

export function parseRows(text: string): Row[] {
  const rows: Row[] = [];
  let group = '';
  let openRow: Row | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) group = line.slice(3).trim();
    const [, id, description] = ROW_PATTERN.exec(line) ?? [];
    const [, continuation] = CONTINUATION_PATTERN.exec(line) ?? [];
    if (id && description) {
      openRow = { id, text: description, line: index + 1, group };
      rows.push(openRow);
    } else if (continuation && openRow) {
      openRow.text += ` ${continuation}`;
    } else {
      openRow = null;
    }
  }
  return rows;
}

export function readRows(root: string): Row[] {
  return parseRows(readFileSync(path.join(root, SPECIFICATION_FILE), 'utf8'));
}

/** Everything shaped like a row number, in any case, so that a misspelt `[cart-4]` is reported as an unknown row. */
export function findRowIds(title: string): string[] {
  return [...new Set([...title.matchAll(/\[([a-z][a-z0-9]*-\d+\w*)\]/gi)].map(([, id]) => id ?? ''))];
}
