/**
 * Converts Markdown to a tree of elements, by markdown-it. HTML is shown as text, and unknown elements are left out:
 * docs/decisions/0077-pages-and-redirects.md.
 */
import MarkdownIt from 'markdown-it';
import { RICH_TEXT_TAGS, type RichTextElement, type RichTextNode, type RichTextTag } from '../../../../contract/rich-text.ts';
import { cutText } from '../../../../contract/values.ts';

/** Deeper than anybody writes; what is nested deeper is left out. */
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
 * Cells of all tables of a text. Rows that are shorter than the first get empty cells, so a few kilobytes can make a million of them, which take
 * seconds. A table that would have more stays text.
 */
const MAX_CELLS = 5000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true });
markdown.set({ maxNesting: MAX_NESTING });
// If a URL isn't allowed, the brackets stay text. Whether an image is the shop's own is checked below.
markdown.validateLink = isSafeUrl;

// The rule of tables is the first one, so that nothing else takes their lines.
const [parseTable] = markdown.block.ruler.getRules('');
markdown.block.ruler.at(
  'table',
  (state, startLine, endLine, silent) => {
    if (!parseTable) return false;
    // Only asked whether a table begins here.
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

/** An image of another host becomes a link to it. */
function toImage(token: Token): RichTextNode {
  const [src, title] = [readAttribute(token, 'src'), readAttribute(token, 'title')];
  const alt = token.content;
  if (isOwnImage(src)) return { tag: 'img', src, alt, ...(title && { title }) };
  return isSafeUrl(src) ? { tag: 'a', href: src, children: [alt || src] } : alt;
}

/** For tokens that neither open nor close an element; null: leave it out. */
function toNode(token: Token): RichTextNode | null {
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
      return toImage(token);
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
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root;
    const tag = toTag(token.tag);
    if (token.type === 'inline') siblings.push(...toNodes(token.children ?? []));
    else if (token.nesting === 0) siblings.push(...[toNode(token)].filter((it) => it !== null));
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

function toText(node: RichTextNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return ' ';
  return (node.children ?? []).map(toText).join('');
}

/** The text of its first paragraphs, for search engines. */
export function summarize(nodes: RichTextNode[]): string {
  const paragraphs = nodes.filter((node) => typeof node !== 'string' && node.tag === 'p').map(toText);
  return cutText(paragraphs.join(' '), SUMMARY_LENGTH);
}
