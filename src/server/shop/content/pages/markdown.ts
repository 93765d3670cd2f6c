/**
 * Converts Markdown to a tree of elements, by markdown-it. HTML is shown as text, and unknown elements are left out:
 * docs/decisions/0077-pages-and-redirects.md.
 */
import MarkdownIt from 'markdown-it';
import { RICH_TEXT_TAGS, type RichTextElement, type RichTextNode, type RichTextTag } from '../../../../contract/rich-text.ts';
import { cutText } from '../../../../contract/values.ts';

/** Anything nested deeper is left out. */
const MAX_NESTING = 20;
/** How many characters of a text search engines show. */
const SUMMARY_LENGTH = 300;

const SAFE_URL = /^(https?:\/\/[^/\s]|mailto:|tel:)/i;
/**
 * Matches URLs without a scheme or host: `/path`, `#part`, `?query`, `page`, but not `//host` or `/\host`, which browsers treat the same.
 */
const OWN_PATH = /^(?!\/[/\\])(\/|#|\?|[^:/?#\\]+([/?#]|$))/;

const isSafeUrl = (url: string) => SAFE_URL.test(url) || OWN_PATH.test(url);
/** The pages' Content-Security-Policy allows no images of other hosts, because those could track readers. */
const isOwnImage = (url: string) => /^\/(?![/\\])/.test(url);

/**
 * In all tables of a text. Rows that are shorter than the first are filled with empty cells, so a few kilobytes of text could create a million,
 * which takes seconds. Tables beyond that stay text.
 */
const MAX_CELLS = 5000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true });
markdown.set({ maxNesting: MAX_NESTING });
// If a URL isn't allowed, the brackets stay text. Whether an image is the shop's own is checked below.
markdown.validateLink = isSafeUrl;

// Tables are parsed first, before another rule takes their lines.
const [parseTable] = markdown.block.ruler.getRules('');
markdown.block.ruler.at(
  'table',
  (state, startLine, endLine, silent) => {
    if (!parseTable) return false;
    // Only asks whether a table begins here.
    if (silent) return parseTable(state, startLine, endLine, silent);
    let lines = 0;
    for (let line = startLine; line < endLine && !state.isEmpty(line); line += 1) lines += 1;
    const first = state.src.slice(state.bMarks[startLine], state.eMarks[startLine]);
    const env = state.env as { cells?: number };
    const cells = (env.cells ?? 0) + first.split('|').length * lines;
    if (cells > MAX_CELLS || !parseTable(state, startLine, endLine, silent)) return false;
    env.cells = cells;
    return true;
  },
  { alt: ['paragraph', 'reference'] },
);

type Token = ReturnType<typeof markdown.parse>[number];

function readAttribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

const isTag = (tag: string): tag is RichTextTag => (RICH_TEXT_TAGS as readonly string[]).includes(tag);

/** The page's title is its only h1. */
const toTag = (tag: string): string => (tag === 'h1' ? 'h2' : tag);

function toElement(tag: RichTextTag, token: Token): RichTextElement {
  const element: RichTextElement = { tag };
  const [href, title, start] = ['href', 'title', 'start'].map((name) => readAttribute(token, name));
  const align = /^text-align:(left|center|right)$/.exec(readAttribute(token, 'style'))?.[1];
  if (href && isSafeUrl(href)) element.href = href;
  if (title) element.title = title;
  if (start) element.start = Number(start);
  if (align) element.align = align as 'left' | 'center' | 'right';
  return element;
}

/** An image of another host becomes a link to it, or within a link its words. */
function toImage(token: Token, isInLink: boolean): RichTextNode {
  const [src, title] = [readAttribute(token, 'src'), readAttribute(token, 'title')];
  const alt = token.content;
  if (isOwnImage(src)) return { tag: 'img', src, alt, ...(title && { title }) };
  return isSafeUrl(src) && !isInLink ? { tag: 'a', href: src, children: [alt || src] } : alt || src;
}

/** For tokens that neither open nor close an element; null: leave it out. */
function toNode(token: Token, isInLink: boolean): RichTextNode | null {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'html_inline':
    case 'html_block':
      return token.content || null;
    case 'code_inline':
      return { tag: 'code', children: [token.content] };
    case 'fence':
    case 'code_block':
      return { tag: 'pre', children: [{ tag: 'code', children: [token.content] }] };
    case 'image':
      return toImage(token, isInLink);
    case 'hardbreak':
    case 'softbreak':
      return { tag: 'br' };
    case 'hr':
      return { tag: 'hr' };
    default:
      return null;
  }
}

function toNodes(tokens: Token[]): RichTextNode[] {
  const root: RichTextNode[] = [];
  const open: RichTextNode[][] = [root];
  let links = 0;
  for (const token of tokens) {
    if (token.tag === 'a') links += token.nesting;
    const siblings = open.at(-1) ?? root;
    const tag = toTag(token.tag);
    if (token.type === 'inline') siblings.push(...toNodes(token.children ?? []));
    else if (token.nesting === 0) siblings.push(...[toNode(token, links > 0)].filter((it) => it !== null));
    else if (token.nesting === -1) open.pop();
    // In a list without empty lines, markdown-it marks the paragraphs as hidden.
    else if (token.hidden || !isTag(tag)) open.push(siblings);
    else {
      const children: RichTextNode[] = [];
      siblings.push({ ...toElement(tag, token), children });
      open.push(children);
    }
  }
  return root;
}

export function renderMarkdown(text: string): RichTextNode[] {
  return toNodes(markdown.parse(text, {}));
}

const BLOCKS: ReadonlySet<RichTextTag> = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'table', 'hr']);

/** `marker`: what an item of a list begins with. */
function toText(node: RichTextNode, marker: string): string {
  if (typeof node === 'string') return node;
  const { tag, children = [], alt = '', start = 1 } = node;
  if (tag === 'br') return '\n';
  if (tag === 'img') return alt;
  if (tag === 'tr') return `\n${children.map((it) => toText(it, '')).join(' | ')}`;
  if (tag === 'ol') return `\n\n${children.map((it, index) => toText(it, `${start + index}.`)).join('')}\n\n`;
  const text = children.map((it) => toText(it, '•')).join('');
  if (tag === 'li') return `\n${marker} ${text.trim()}`;
  return BLOCKS.has(tag) ? `\n\n${text}\n\n` : text;
}

/** For lists, searches, feeds and whatever else knows no elements. Empty lines are between paragraphs; lists and tables have a line each item. */
export function toPlainText(nodes: RichTextNode[]): string {
  const lines = nodes.map((node) => toText(node, '')).join('');
  return lines
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text of its first paragraphs, for search engines. */
export function summarize(nodes: RichTextNode[]): string {
  const paragraphs = nodes.filter((node) => typeof node !== 'string' && node.tag === 'p');
  return cutText(toPlainText(paragraphs).replace(/\s+/g, ' '), SUMMARY_LENGTH);
}
