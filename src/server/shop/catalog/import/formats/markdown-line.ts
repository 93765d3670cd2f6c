/** Writes formatted text as lines of Markdown. What Markdown would read as a sign is escaped, and only there, so that people can go on editing it. */
import type { HtmlElement } from './html-tree.ts';

const MARKS = { strong: 1, em: 2, strike: 4, code: 8 } as const;
const TAGS: Record<string, number> = {
  ...{ b: MARKS.strong, strong: MARKS.strong, i: MARKS.em, em: MARKS.em, cite: MARKS.em },
  ...{ s: MARKS.strike, del: MARKS.strike, strike: MARKS.strike, code: MARKS.code, kbd: MARKS.code, samp: MARKS.code, tt: MARKS.code },
};

const SAFE_LINK = /^(https?:\/\/[^/\s]|mailto:[^\s]|tel:[^\s]|\/(?![/\\])|#)/i;

/** Null: none that the shop would show. */
function toUrl(url = ''): string | null {
  const found = url.trim().replace(/^\/\//, 'https://');
  if (!SAFE_LINK.test(found) || /\p{Cc}/u.test(found)) return null;
  return found
    .replace(/[\s()<>\\]/g, (it) => encodeURIComponent(it).replace('(', '%28').replace(')', '%29'))
    .replace(/&(?=[a-z#]\w*;)/gi, '&amp;');
}

/** Of another host: relative ones, and those within the file, have no picture here. */
export const toImageUrl = (src: string | undefined): string | null => (/^(https?:)?\/\//i.test(src?.trim() ?? '') ? toUrl(src) : null);

interface Run {
  text: string;
  marks: number;
  href: string;
  /** Written as it is. */
  isRaw?: true;
}

const getMarks = ({ name, attributes: { style = '' } }: HtmlElement): number =>
  (/font-weight:\s*(normal|400)/i.test(style) ? 0 : (TAGS[name] ?? 0)) |
  (name === 'span' && /font-weight:\s*(bold|[6-9]00)/i.test(style) ? MARKS.strong : 0) |
  (name === 'span' && /font-style:\s*italic/i.test(style) ? MARKS.em : 0);

export interface LineOptions {
  /** Line breaks of the source are kept, as WordPress does. */
  keepsLines: boolean;
}

function collect(nodes: HtmlElement['children'], marks: number, href: string, options: LineOptions, runs: Run[]): Run[] {
  for (const node of nodes) {
    if (typeof node === 'string') runs.push({ text: options.keepsLines ? node : node.replace(/\s+/g, ' '), marks, href });
    else if (node.name === 'br') runs.push({ text: '\n', marks: 0, href: '' });
    else if (node.name === 'img') {
      const src = toImageUrl(node.attributes.src);
      const alt = escapeText((node.attributes.alt ?? '').replace(/\s+/g, ' ').trim());
      if (src) runs.push({ text: `![${alt}](${src})`, marks: 0, href, isRaw: true });
    } else {
      if (node.hasBlocks) runs.push({ text: node.name === 'li' ? ' • ' : ' ', marks: 0, href: '' });
      const link = node.name === 'a' ? (toUrl(node.attributes.href) ?? '') : '';
      collect(node.children, marks | getMarks(node), link || href, options, runs);
      if (node.hasBlocks) runs.push({ text: ' ', marks: 0, href: '' });
    }
  }
  return runs;
}

const isSpace = (char: string) => char.trim() === '';
const isSign = (char: string) => /[\p{P}\p{S}]/u.test(char);
const isWord = (char: string | undefined) => char !== undefined && !isSpace(char) && !isSign(char);

/** What occurs within a line. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/<(?=[a-z])/gi, '\\<')
    .replace(/&(?=[a-z#]\w*;)/gi, '\\&');

/** What begins a line. */
const escapeStart = (line: string): string =>
  line
    .replace(/^(#{1,6}(?=\s|$)|>|[-+](?=\s|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-=:|](?=[-=:|\s]*$)/, '\\$&');

/** Pieces of one line with the same marks. Marks begin and end at words, as Markdown requires: `<b>Size: </b>M` is `**Size:** M`. */
function fitMarks(runs: Run[]): Run[] {
  if (!runs.some(({ marks }) => marks)) return runs;
  const chars = runs.flatMap(({ text, ...rest }) =>
    rest.isRaw ? [{ text, ...rest }] : Array.from(text, (char) => ({ text: char, ...rest })),
  );
  for (const mark of Object.values(MARKS)) {
    for (let from = 0; from < chars.length; from += 1) {
      if (!((chars[from]?.marks ?? 0) & mark)) continue;
      let to = from;
      while ((chars[to]?.marks ?? 0) & mark) to += 1;
      const end = to;
      const clear = (index: number) => {
        const char = chars[index];
        if (char) char.marks &= ~mark;
      };
      const isLoose = (at: number, beside: number) =>
        isSpace(chars[at]?.text ?? '') || (mark !== MARKS.code && isSign(chars[at]?.text ?? '') && isWord(chars[beside]?.text));
      const first = from;
      while (from < to && isLoose(from, from - 1)) clear(from++);
      while (to > from && isLoose(to - 1, to)) clear(--to);
      from = Math.max(end, first);
    }
  }
  return chars.reduce<Run[]>((merged, char) => {
    const last = merged.at(-1);
    if (last && last.marks === char.marks && last.href === char.href && !last.isRaw && !char.isRaw) last.text += char.text;
    else merged.push({ ...char });
    return merged;
  }, []);
}

function writeCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([it]) => it.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Neighbours with the same value together. */
function group<T>(runs: Run[], getKey: (run: Run) => T): { key: T; runs: Run[] }[] {
  const groups: { key: T; runs: Run[] }[] = [];
  for (const run of runs) {
    const [key, last] = [getKey(run), groups.at(-1)];
    if (last?.key === key) last.runs.push(run);
    else groups.push({ key, runs: [run] });
  }
  return groups;
}

const SIGNS: [number, string][] = [
  [MARKS.strong, '**'],
  [MARKS.em, '*'],
  [MARKS.strike, '~~'],
];

function writeMarks(runs: Run[], level = 0): string {
  const [mark, sign] = SIGNS[level] ?? [];
  if (!mark || !sign)
    return runs.map(({ text, marks, isRaw }) => (isRaw ? text : marks & MARKS.code ? writeCode(text) : escapeText(text))).join('');
  return group(runs, (run) => Boolean(run.marks & mark))
    .map((it) => (it.key ? `${sign}${writeMarks(it.runs, level + 1)}${sign}` : writeMarks(it.runs, level + 1)))
    .join('');
}

function writeLinks(runs: Run[]): string {
  let line = '';
  for (const { key, runs: linked } of group(runs, ({ href }) => href)) {
    const text = writeMarks(linked);
    const words = text.trim();
    if (!key || !words) line += text;
    else {
      const [before = '', after = ''] = text.split(words, 2);
      // Right before a link it would make an image of it.
      if (!before && line.endsWith('!')) line = `${line.slice(0, -1)}\\!`;
      line += `${before}[${words}](${key})${after}`;
    }
  }
  return line;
}

/** The runs of each line, with single spaces. */
function splitLines(runs: Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    for (const [index, part] of (run.isRaw ? [run.text] : run.text.split('\n')).entries()) {
      if (index > 0) lines.push([]);
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      const before = last?.text;
      let text = run.isRaw ? part : part.replace(/[^\S\n]+/g, ' ');
      if (!run.isRaw && (before === undefined || before.endsWith(' '))) text = text.trimStart();
      // The parser gives a decoded character reference apart from the text around it.
      const isSame = last && !last.isRaw && !run.isRaw && last.marks === run.marks && last.href === run.href;
      if (isSame) last.text += text;
      else if (text) line.push({ ...run, text });
    }
  }
  for (const line of lines) {
    const last = line.at(-1);
    if (last && !last.isRaw) last.text = last.text.trimEnd();
  }
  return lines.map((line) => line.filter(({ text }) => text));
}

export interface Lines {
  /** Of Markdown. An empty one is between paragraphs. */
  marked: string[];
  /** The same without marks and links. */
  unmarked: string[];
  /** The text that people read. */
  plain: string;
}

export function writeLines(nodes: HtmlElement['children'], options: LineOptions): Lines {
  const lines = splitLines(collect(nodes, 0, '', options, []));
  return {
    marked: lines.map((line) => escapeStart(writeLinks(fitMarks(line)))),
    unmarked: lines.map((line) => escapeStart(line.map(({ text, isRaw }) => (isRaw ? text : escapeText(text))).join(''))),
    plain: lines.map((line) => line.map(({ text, isRaw }) => (isRaw ? '' : text)).join('')).join('\n'),
  };
}
