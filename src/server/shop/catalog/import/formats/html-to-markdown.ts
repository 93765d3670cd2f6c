/**
 * Converts HTML to Markdown that people can go on editing. Written here and not by a library, because those that exist overflow or hang on hostile files,
 * lose what an unclosed tag contains, or write signs that nobody could edit: docs/decisions/0122-descriptions-in-markdown.md.
 */
import { renderMarkdown, toPlainText } from '../../../content/pages/markdown.ts';
import { htmlToText } from './html-to-text.ts';
import { type HtmlElement, parseHtml } from './html-tree.ts';
import { type LineOptions, toImageUrl, writeLines } from './markdown-line.ts';

/** A table with more is written as lines: its Markdown wouldn't be shown as a table. */
const MAX_CELLS = 4000;

const HEADING = /^h[1-6]$/;
const FORMATTED = /^(h[1-6]|ul|ol|table|blockquote|pre|hr|b|strong|i|em|cite|s|del|strike|code|kbd|samp|tt)$/;

type Nodes = HtmlElement['children'];

const isElement = (node: Nodes[number]): node is HtmlElement => typeof node !== 'string';

interface Block {
  text: string;
  /** The sign of a list's items, so that a list which follows another isn't read as its end. */
  list?: '-' | '*' | '.' | ')';
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Without its marks, if Markdown would show another text than the HTML has. */
function choose(marked: string, unmarked: string, plain: string): string {
  if (marked === unmarked) return marked;
  const isRead = (text: string) => squeeze(toPlainText(renderMarkdown(text))).replace(/^(• )/, '') === squeeze(plain).replace(/^(• )/, '');
  // An image is written alike in both, and its words aren't in the text.
  return unmarked.includes('![') || isRead(marked) ? marked : unmarked;
}

/** One for each paragraph; empty lines are between them. */
function toParagraphs(nodes: Nodes, options: LineOptions): Block[] {
  const { marked, unmarked, plain } = writeLines(nodes, options);
  const plainLines = plain.split('\n');
  const blocks: Block[] = [];
  let from = 0;
  for (let at = 0; at <= marked.length; at += 1) {
    if (marked[at]) continue;
    const cut = (lines: string[]) => lines.slice(from, at).join('\n');
    if (at > from) blocks.push({ text: choose(cut(marked), cut(unmarked), cut(plainLines)) });
    from = at + 1;
  }
  return blocks;
}

const toLine = (nodes: Nodes): string =>
  toParagraphs(nodes, { keepsLines: false })
    .map(({ text }) => text.replaceAll('\n', ' '))
    .join(' ');

const indent = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`);

function toList({ name, attributes, children }: HtmlElement, before: Block | undefined, options: LineOptions): Block[] {
  const isOrdered = name === 'ol';
  const [usual, other] = isOrdered ? (['.', ')'] as const) : (['-', '*'] as const);
  const sign = before?.list === usual ? other : usual;
  const parsed = Number.parseInt(attributes.start ?? '1', 10);
  let number = parsed >= 0 && parsed < 1_000_000 ? parsed : 1;
  const items = children.flatMap((node) => {
    const blocks = toBlocks(isElement(node) && node.name === 'li' ? node.children : [node], options);
    if (!blocks.length) return [];
    const marker = isOrdered ? `${number}${sign} ` : `${sign} `;
    number += 1;
    // A list may follow an item's words without an empty line, which keeps the items close together; a numbered one if it begins with 1.
    const joined = blocks.reduce(
      (text, it) => (text ? `${text}${/^([-*] |1[.)] )/.test(it.text) && it.list ? '\n' : '\n\n'}${it.text}` : it.text),
      '',
    );
    return [marker + indent(joined, ' '.repeat(marker.length))];
  });
  return items.length ? [{ text: items.join('\n'), list: sign }] : [];
}

/** Not those of a table in it. */
function listRows(nodes: Nodes): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    if (node.name === 'tr') return [node];
    return /^(thead|tbody|tfoot)$/.test(node.name) ? listRows(node.children) : [];
  });
}

/** What each cell contains; what is between cells by mistake is one of its own. */
function listCells({ children }: HtmlElement): Nodes[] {
  return children.flatMap((node) => {
    if (isElement(node)) return [/^t[dh]$/.test(node.name) ? node.children : [node]];
    return node.trim() ? [[node]] : [];
  });
}

function toTable({ children }: HtmlElement, options: LineOptions): Block[] {
  const rows = listRows(children).map(listCells);
  const outside = children.filter((it) => !isElement(it) || !/^(thead|tbody|tfoot|tr)$/.test(it.name));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const before = toBlocks(outside, options);
  // Such tables arrange a page, and have no columns to compare.
  if (width < 2 || rows.length < 2) return [...before, ...rows.flatMap((cells) => cells.flatMap((cell) => toBlocks(cell, options)))];
  const lines = rows.map((cells) => cells.map((cell) => toLine(cell).replace(/(?<!\\)\|/g, '\\|')));
  if ((width + 2) * (rows.length + 1) > MAX_CELLS) return [...before, ...lines.map((cells) => ({ text: cells.join(' \\| ') }))];
  const write = (cells: string[]) => `| ${Array.from({ length: width }, (_it, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [...before, { text: [write(head), `|${' --- |'.repeat(width)}`, ...body.map(write)].join('\n') }];
}

function readSource(nodes: Nodes): string {
  return nodes.map((node) => (isElement(node) ? (node.name === 'br' ? '\n' : readSource(node.children)) : node)).join('');
}

function toCode({ children }: HtmlElement): Block[] {
  const source = readSource(children).replace(/^\n|\s+$/g, '');
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([it]) => it.length));
  const fence = '`'.repeat(longest + 1);
  return source ? [{ text: `${fence}\n${source}\n${fence}` }] : [];
}

function toBlock(element: HtmlElement, before: Block | undefined, options: LineOptions): Block[] {
  const { name, children } = element;
  if (HEADING.test(name)) {
    const text = toLine(children).replace(/(?<!\\)#$/, '\\#');
    return text ? [{ text: `${'#'.repeat(Number(name[1]))} ${text}` }] : [];
  }
  if (name === 'ul' || name === 'ol') return toList(element, before, options);
  if (name === 'table') return toTable(element, options);
  if (name === 'pre') return toCode(element);
  if (name === 'hr') return [{ text: '---' }];
  const blocks = toBlocks(children, options);
  if (name !== 'blockquote' || !blocks.length) return blocks;
  const quoted = blocks.map(({ text }) => text).join('\n\n');
  return [{ text: quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>') }];
}

function toBlocks(nodes: Nodes, options: LineOptions): Block[] {
  const blocks: Block[] = [];
  let words: Nodes = [];
  const flush = () => {
    blocks.push(...toParagraphs(words, options));
    words = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !node.hasBlocks) words.push(node);
    else {
      flush();
      blocks.push(...toBlock(node, blocks.at(-1), options));
    }
  }
  flush();
  return blocks;
}

const count = (number: number, what: string) => `${number} ${what}${number > 1 ? 's' : ''}`;

interface Found {
  isFormatted: boolean;
  /** Shown as links. */
  images: number;
  lostImages: number;
}

function inspect(nodes: Nodes, found: Found = { isFormatted: false, images: 0, lostImages: 0 }): Found {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const { name, attributes, children } = node;
    if (FORMATTED.test(name) || (name === 'a' && attributes.href) || /font-(weight|style):\s*(bold|italic)/i.test(attributes.style ?? ''))
      found.isFormatted = true;
    if (name === 'img' && toImageUrl(attributes.src)) Object.assign(found, { isFormatted: true, images: found.images + 1 });
    else if (name === 'img') found.lostImages += 1;
    inspect(children, found);
  }
  return found;
}

export interface ImportedDescription {
  description: string;
  description_format?: 'markdown';
}

/**
 * Of several texts, one below the other. Where none has more than paragraphs, it is plain text, as it was before Markdown. `tell` is called with what is
 * lost. `isWordPress`: its editors leave it to WordPress to make paragraphs of empty lines.
 */
export function htmlToDescription(
  htmls: readonly string[],
  { tell, isWordPress = false }: { tell: (reason: string) => void; isWordPress?: boolean },
): ImportedDescription {
  const parsed = htmls.map((it) => {
    const html = it.replaceAll('\\n', '\n');
    return { html, ...parseHtml(html) };
  });
  const found = inspect(parsed.map(({ root }) => root));
  const join = (texts: string[]) => [...new Set(texts.filter(Boolean))].join('\n\n');
  if (!found.isFormatted) return { description: join(htmls.map((html) => htmlToText(html, tell))) };
  const texts = parsed.map(({ root, html }) =>
    toBlocks(root.children, { keepsLines: isWordPress && !/<(p|br|div)[\s/>]/i.test(html) })
      .map(({ text }) => text)
      .join('\n\n'),
  );
  const videos = parsed.reduce(
    (sum, { counts }) => sum + ['iframe', 'video', 'embed', 'object'].reduce((of, it) => of + (counts.get(it) ?? 0), 0),
    0,
  );
  const lost = [...(found.lostImages ? [count(found.lostImages, 'image')] : []), ...(videos ? [count(videos, 'video')] : [])];
  if (lost.length) tell(`is imported without the file's ${lost.join(', ')}`);
  if (found.images) tell(`shows ${count(found.images, 'image')} of other websites as ${found.images > 1 ? 'links' : 'a link'}`);
  if (parsed.some(({ isCut }) => isCut)) tell('is too long or too deeply nested with its markup: the rest is left out');
  return { description: join(texts), description_format: 'markdown' };
}
