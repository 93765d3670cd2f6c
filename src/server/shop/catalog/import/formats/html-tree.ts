import { Parser } from 'htmlparser2';
import { DESCRIPTION_MAX_LENGTH } from '../../../../../contract/limits.ts';
import { cutText } from '../../../../../contract/values.ts';

/** Reads HTML as a tree of elements and texts, without what runs or styles, and of bounded size and depth, so that writing it can recurse. */
export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (HtmlElement | string)[];
  /** There is a block somewhere in it, so it is one itself: a link around a paragraph, for example. */
  hasBlocks: boolean;
}

export const SKIPPED: ReadonlySet<string> = new Set([
  ...['script', 'style', 'head', 'title', 'noscript', 'template', 'iframe', 'object', 'embed', 'video', 'audio', 'svg', 'math'],
  ...['select', 'textarea', 'button', 'xml'],
]);

export const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
  ...['blockquote', 'pre', 'hr', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'form'],
  ...['dl', 'dt', 'dd', 'figure', 'figcaption', 'details', 'summary', 'fieldset'],
]);

/** In characters. */
const MAX_LENGTH = 1_000_000;
/** Of open elements, as in browsers. A closing tag is looked for among all of them, so without a limit the time would grow with the square. */
const MAX_OPEN = 512;
/** Elements nested deeper become part of the last one, with their texts. What is rendered has 20 levels. */
const MAX_DEPTH = 24;

/** Of text, counted without its markup: a description has no room for more, which tidy-row.ts tells. */
const MAX_TEXT = DESCRIPTION_MAX_LENGTH + 1000;

export interface HtmlTree {
  root: HtmlElement;
  /** How many of each element there are, of skipped ones too. */
  counts: Map<string, number>;
  /** Too long, or nested too deeply: the rest is missing. */
  isCut: boolean;
}

const createElement = (name: string, attributes: Record<string, string> = {}): HtmlElement => ({
  name,
  attributes,
  children: [],
  hasBlocks: BLOCKS.has(name),
});

export function parseHtml(html: string): HtmlTree {
  const root = createElement('');
  const open = [root];
  const counts = new Map<string, number>();
  let skipped = 0;
  let isCut = html.length > MAX_LENGTH;
  let isStopped = false;
  let textLength = 0;
  const getLast = () => open[Math.min(open.length, MAX_DEPTH) - 1] ?? root;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (isStopped) return;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const element = createElement(name, attributes);
      if (SKIPPED.has(name)) skipped += 1;
      else if (!skipped && (open.length < MAX_DEPTH || name === 'br' || name === 'img')) getLast().children.push(element);
      if (!skipped && element.hasBlocks) for (const it of open.slice(0, MAX_DEPTH)) it.hasBlocks = true;
      open.push(element);
      if (open.length <= MAX_OPEN) return;
      isCut = true;
      isStopped = true;
      parser.reset();
    },
    ontext: (text) => {
      if (skipped || isStopped || textLength >= MAX_TEXT) return;
      const fitting = text.length > MAX_TEXT - textLength ? cutText(text, MAX_TEXT - textLength) : text;
      getLast().children.push(fitting);
      textLength += fitting.trim() ? fitting.length : 0;
    },
    onclosetag: (name) => {
      if (isStopped) return;
      if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1);
      open.pop();
    },
  });
  parser.end(isCut ? cutText(html, MAX_LENGTH) : html);
  return { root, counts, isCut };
}
