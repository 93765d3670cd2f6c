/** What the buttons and keys of the Markdown editor do to a text, without a browser: which part is replaced by what, and what is selected then. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

export interface Edit {
  from: number;
  to: number;
  insert: string;
  /** What is selected afterwards. */
  start: number;
  end: number;
}

/** Words that are inserted where nothing was selected. */
export interface Placeholders {
  words: string;
  url: string;
  column: string;
}

/** The sign is there exactly: `*` isn't a part of `**`. */
function hasSign(text: string, at: number, sign: string): boolean {
  const [mark = ''] = sign;
  if (text.slice(at, at + sign.length) !== sign) return false;
  return sign.length > 1 || (text[at - 1] !== mark && text[at + 1] !== mark);
}

/** Puts signs such as `**` around the selected words, or takes them away. */
export function toggleSign({ text, start, end }: Selected, sign: string, { words }: Placeholders): Edit {
  const selected = text.slice(start, end);
  const from = start + (selected.length - selected.trimStart().length);
  const to = Math.max(from, end - (selected.length - selected.trimEnd().length));
  const size = sign.length;
  if (hasSign(text, from - size, sign) && hasSign(text, to, sign))
    return { from: from - size, to: to + size, insert: text.slice(from, to), start: from - size, end: to - size };
  if (to - from > 2 * size && hasSign(text, from, sign) && hasSign(text, to - size, sign))
    return { from, to, insert: text.slice(from + size, to - size), start: from, end: to - 2 * size };
  const inner = text.slice(from, to) || words;
  return { from, to, insert: sign + inner + sign, start: from + size, end: from + size + inner.length };
}

const LINE_SIGN = /^(\s*)(#{1,6} |> |[-*+] |\d+[.)] )?/;

export type LineKind = 'heading' | 'list' | 'numbers' | 'quote';

const hasKind: Record<LineKind, RegExp> = { heading: /^\s*#{1,6} /, list: /^\s*[-*+] /, numbers: /^\s*\d+[.)] /, quote: /^\s*> / };

function toSign(kind: LineKind, index: number): string {
  if (kind === 'numbers') return `${index + 1}. `;
  return { heading: '## ', list: '- ', quote: '> ' }[kind];
}

/** Makes the selected lines a heading, a list or a quotation, or plain again. */
export function toggleLines({ text, start, end }: Selected, kind: LineKind): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', Math.max(start, text[end - 1] === '\n' ? end - 1 : end));
  const to = after === -1 ? text.length : after;
  const lines = text.slice(from, to).split('\n');
  const isBlank = (line: string) => !line.trim() && lines.length > 1;
  const isOn = lines.every((line) => isBlank(line) || hasKind[kind].test(line));
  let index = 0;
  const written = lines.map((line) => {
    if (isBlank(line)) return line;
    const sign = isOn ? '' : toSign(kind, index);
    index += 1;
    return line.replace(LINE_SIGN, `$1${sign}`);
  });
  const insert = written.join('\n');
  const isCaret = start === end;
  const caret = Math.max(from, start + insert.length - (to - from));
  return { from, to, insert, start: isCaret ? caret : from, end: isCaret ? caret : from + insert.length };
}

/** The selected words become a link whose URL is selected next; a selected URL gets words. */
export function insertLink({ text, start, end }: Selected, { words, url }: Placeholders): Edit {
  const selected = text.slice(start, end).trim();
  const isUrl = /^(https?:\/\/|mailto:|\/)\S+$/.test(selected);
  const [label, target] = isUrl ? [words, selected] : [selected || words, url];
  const insert = `[${label}](${target})`;
  const place = isUrl || !selected ? start + 1 : start + label.length + 3;
  return { from: start, to: end, insert, start: place, end: place + (isUrl || !selected ? label.length : target.length) };
}

/** Below the line of the caret, with empty lines around it. */
export function insertTable({ text, end }: Selected, { column }: Placeholders): Edit {
  const line = text.indexOf('\n', end);
  const at = line === -1 ? text.length : line;
  const before = text.slice(0, at).trim() ? '\n\n' : '';
  const insert = `${before}| ${column} 1 | ${column} 2 |\n| --- | --- |\n|  |  |\n`;
  const first = at + before.length + 2;
  return { from: at, to: at, insert, start: first, end: first + column.length + 2 };
}

/** Enter within a list begins its next item; on an empty item it ends the list. Null: as usual. */
export function continueList({ text, start, end }: Selected): Edit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [sign = '', space = '', bullet, number, dot = ''] = /^(\s*)(?:([-*+]) |(\d{1,9})([.)]) )/.exec(text.slice(from, start)) ?? [];
  if (!sign) return null;
  if (!text.slice(from + sign.length, start).trim()) return { from, to: start, insert: '', start: from, end: from };
  const next = `\n${space}${bullet ?? `${Number(number) + 1}${dot}`} `;
  return { from: start, to: start, insert: next, start: start + next.length, end: start + next.length };
}
