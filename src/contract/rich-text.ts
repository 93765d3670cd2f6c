/**
 * Formatted text as a tree of elements, which the server makes from Markdown. A tree and not HTML, so that only the elements listed here
 * can occur.
 */
import * as Type from 'typebox';

export const RICH_TEXT_TAGS = [
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'em',
  'strong',
  's',
  'a',
  'img',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type RichTextTag = (typeof RICH_TEXT_TAGS)[number];

export type RichTextNode = string | RichTextElement;

export interface RichTextElement {
  tag: RichTextTag;
  children?: RichTextNode[];
  /** Of a link: a path of the shop, or a URL of the web, of an email or of a phone. */
  href?: string;
  /** Of an image: on the shop's own host. */
  src?: string;
  alt?: string;
  /** What a link or an image is called. */
  title?: string;
  /** The first number of a list. */
  start?: number;
  /** Of a table's cell. */
  align?: 'left' | 'center' | 'right';
}

/** Described as it is in `contract/rich-text.ts`: an element holds elements, to any depth. */
export const RichText = Type.Unsafe<RichTextNode[]>({
  type: 'array',
  description: 'Texts, and elements: {tag, children, href, src, alt, title, start, align}',
  items: {},
  examples: [['A text, and ', { tag: 'strong', children: ['an element'] }]],
});
