/** What a visitor finds on a page, read from its HTML. */
import { Parser } from 'htmlparser2';

export interface PageLink {
  text: string;
  /** Within the shop: its path; to elsewhere: its whole URL. */
  to: string;
  isInFooter: boolean;
}

export interface ReadPage {
  /** What can be read of its main part, without other products' cards. */
  text: string;
  /** The same of the cards of products. */
  cards: string;
  links: PageLink[];
  /** URLs of the scripts that it loads. */
  scripts: string[];
  /** Alternative texts of its images. */
  images: string[];
  /** Names of the fields that can be filled in. */
  fields: string[];
  /** Structured data for search engines. */
  jsonLd: string;
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript']);
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'em', 'i', 's', 'span', 'strong', 'time']);
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Pages name their own scripts in data; the table of all pages' scripts isn't one that a page needs. */
const NAMED_SCRIPT = /["'](\/assets\/(?!manifest-)[\w.-]+\.js)["']/g;

const tidy = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

export function readPage(html: string): ReadPage {
  const page: ReadPage = { text: '', cards: '', links: [], scripts: [], images: [], fields: [], jsonLd: '' };
  const open: { name: string; isCards: boolean }[] = [];
  let link: PageLink | null = null;
  let isJsonLd = false;
  const isIn = (name: string) => open.some((it) => it.name === name);
  const write = (text: string) => {
    if (!isIn('main')) return;
    if (open.some(({ isCards }) => isCards)) page.cards += text;
    else page.text += text;
  };
  const parser = new Parser(
    {
      onopentag: (name, { href, src, rel, type, alt, class: classes = '', name: field, ...rest }) => {
        if (!VOID.has(name)) open.push({ name, isCards: /(^|\s)product-grid(\s|$)/.test(classes) });
        if (name === 'a' && href) link = { text: '', to: href, isInFooter: isIn('footer') };
        if (name === 'script' && src) page.scripts.push(src);
        if (name === 'link' && rel === 'modulepreload' && href) page.scripts.push(href);
        if (name === 'img' && isIn('main')) page.images.push(alt ?? '');
        if (name === 'svg' && isIn('main') && rest['aria-label']) page.images.push(rest['aria-label']);
        if (/^(input|select|textarea)$/.test(name) && isIn('main') && field) page.fields.push(field);
        isJsonLd = name === 'script' && type === 'application/ld+json';
        if (!INLINE.has(name)) write('\n');
      },
      ontext: (text) => {
        if (isJsonLd) page.jsonLd += text;
        if (open.some(({ name }) => UNREAD.has(name))) return;
        if (link) link.text += text;
        write(text);
      },
      onclosetag: (name) => {
        if (name === 'a' && link) {
          page.links.push({ ...link, text: tidy(link.text).replace(/\n/g, ' ') });
          link = null;
        }
        isJsonLd = false;
        const at = open.findLastIndex((it) => it.name === name);
        if (at >= 0) open.splice(at);
        if (!INLINE.has(name)) write('\n');
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  const scripts = [...new Set([...page.scripts, ...[...html.matchAll(NAMED_SCRIPT)].map(([, path = '']) => path)])];
  return { ...page, scripts, text: tidy(page.text), cards: tidy(page.cards) };
}
