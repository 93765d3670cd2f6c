/** The HTML part of an email, as React components: React escapes every value. `h` is `createElement`: Node runs this file without JSX. */
import { type CSSProperties, Fragment, createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type EmailBlock, type EmailItem, type EmailLink, type EmailOrder, toLines } from './email-block.ts';

const WIDTH = 600;
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Most mail clients drop style sheets, so every element carries its own style; Outlook for Windows reads tables, attributes and little else.
const TEXT: CSSProperties = { fontFamily: FONT, fontSize: 16, lineHeight: '24px', color: '#18181b' };
const SOFT: CSSProperties = { ...TEXT, fontSize: 14, lineHeight: '20px', color: '#63636b' };
const PARAGRAPH: CSSProperties = { ...TEXT, margin: '0 0 16px' };
const LINE = '1px solid #e4e4e7';

/** What can't be written at an element: for clients with a dark mode of their own style (Apple Mail), and for phones. */
const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111113!important}
.card{background:#1f1f23!important}
.text{color:#f4f4f5!important}
.soft{color:#a9a9b2!important}
.line{border-color:#3f3f46!important}
.button{border:1px solid rgba(255,255,255,.25)!important}
.logo{background:#ffffff!important;padding:8px 12px!important;border-radius:8px!important}
}
@media (max-width:480px){
.frame{padding:0!important}
.card{border-radius:0!important}
.content{padding:24px 20px!important}
}`;

/** Mail clients lay out by tables; `presentation` hides that from screen readers. */
const LAYOUT_TABLE = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 };

const Table = ({ style, children }: { style?: CSSProperties; children?: ReactNode }) =>
  h('table', { ...LAYOUT_TABLE, ...(style && { style }) }, h('tbody', null, children));

/** The shop as it looks: above what an email says, and on its buttons. */
export interface EmailBrand {
  name: string;
  /** An absolute URL; null: the name is shown instead. */
  logo: string | null;
  /** The shop itself; null: no public address is known. */
  url: string | null;
  accent: string;
  onAccent: string;
}

/** `weight`: of a total. */
function SumRow({
  row: [name, value],
  weight = 400,
  isFirst = false,
}: {
  row: readonly [string, string];
  weight?: number;
  isFirst?: boolean;
}) {
  const style: CSSProperties = { ...TEXT, padding: '6px 0', fontWeight: weight, ...(isFirst && { borderTop: LINE, paddingTop: 12 }) };
  return h(
    'tr',
    null,
    h('td', { className: 'text line', style }, name),
    h('td', { className: 'text line', align: 'right', style: { ...style, paddingLeft: 16, whiteSpace: 'nowrap' } }, value),
  );
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }): ReactElement {
  return h(
    Table,
    { style: { margin: '0 0 20px' } },
    rows.map((row, index) => h(SumRow, { key: index, row })),
  );
}

const IMAGE_SIDE = 64;

function Item({ item: { name, options, quantity, note, sum, image } }: { item: EmailItem }): ReactElement {
  const cell: CSSProperties = { padding: '12px 0', borderTop: LINE, verticalAlign: 'top' };
  const picture =
    image &&
    h('img', {
      src: image,
      alt: '',
      width: IMAGE_SIDE,
      height: IMAGE_SIDE,
      style: { display: 'block', borderRadius: 8, objectFit: 'cover' },
    });
  return h(
    'tr',
    null,
    picture && h('td', { className: 'line', width: IMAGE_SIDE + 16, style: cell }, picture),
    h(
      'td',
      { className: 'text line', style: { ...TEXT, ...cell } },
      `${quantity} × ${name}`,
      options && h('div', { className: 'soft', style: SOFT }, options),
      note && h('div', { className: 'soft', style: SOFT }, note),
    ),
    h('td', { className: 'text line', align: 'right', style: { ...TEXT, ...cell, paddingLeft: 16, whiteSpace: 'nowrap' } }, sum),
  );
}

function Order({ order: { items, parts, total, included } }: { order: EmailOrder }): ReactElement {
  const sums = [
    ...parts.map((row) => ({ row, weight: 400 })),
    { row: total, weight: 700 },
    ...included.map((row) => ({ row, weight: 400 })),
  ];
  return h(
    Fragment,
    null,
    h(
      Table,
      null,
      items.map((item, index) => h(Item, { key: index, item })),
    ),
    h(
      Table,
      { style: { margin: '0 0 20px' } },
      sums.map((it, index) => h(SumRow, { key: index, ...it, isFirst: index === 0 })),
    ),
  );
}

function joinLines(lines: readonly string[]): ReactElement[] {
  return lines.map((line, index) => h(Fragment, { key: index }, index > 0 && h('br'), line));
}

/** A cell of a table: Outlook for Windows gives a link no padding. */
function Button({ block: { link, url, note }, brand: { accent, onAccent } }: { block: EmailLink; brand: EmailBrand }): ReactElement {
  const cell: CSSProperties = { background: accent, borderRadius: 8, padding: '12px 22px' };
  const letters: CSSProperties = { ...TEXT, color: onAccent, fontWeight: 600, textDecoration: 'none', display: 'inline-block' };
  const button = h(
    'table',
    { ...LAYOUT_TABLE, width: undefined, style: { margin: note ? '4px 0 6px' : '4px 0 20px' } },
    h(
      'tbody',
      null,
      h('tr', null, h('td', { bgcolor: accent, className: 'button', style: cell }, h('a', { href: url, style: letters }, link))),
    ),
  );
  return h(Fragment, null, button, note && h('p', { className: 'soft', style: { ...SOFT, margin: '0 0 20px' } }, note));
}

/** `isMain`: the first link of an email is a button; further ones without a note are plain. */
function Block({ block, brand, isMain }: { block: EmailBlock; brand: EmailBrand; isMain: boolean }): ReactElement {
  if (typeof block === 'string') return h('p', { className: 'text', style: PARAGRAPH }, block);
  if ('rows' in block) return h(Rows, { rows: block.rows });
  if ('items' in block) return h(Order, { order: block });
  if ('lines' in block)
    return h('p', { className: 'text', style: PARAGRAPH }, h('strong', null, block.title), h('br'), joinLines(toLines(block.lines)));
  if (isMain || block.note) return h(Button, { block, brand });
  return h('p', { style: PARAGRAPH }, h('a', { href: block.url, className: 'text', style: { ...TEXT, fontWeight: 600 } }, block.link));
}

/** If images aren't loaded, the name is shown instead of the logo. */
function Brand({ brand: { name, logo, url, accent } }: { brand: EmailBrand }): ReactElement {
  const text: CSSProperties = { ...TEXT, fontSize: 20, lineHeight: '28px', fontWeight: 700, textDecoration: 'none' };
  const image = logo && h('img', { className: 'logo', src: logo, alt: name, height: 40, style: { ...text, height: 40, maxWidth: 240 } });
  const shown = image ?? name;
  return h(
    'p',
    { className: 'text', style: { ...text, margin: '0 0 24px', paddingBottom: 16, borderBottom: `3px solid ${accent}` } },
    url ? h('a', { href: url, className: 'text', style: text }, shown) : shown,
  );
}

interface EmailContent {
  brand: EmailBrand;
  subject: string;
  blocks: readonly EmailBlock[];
  footer: readonly string[];
}

function EmailDocument({ brand, subject, blocks, footer }: EmailContent): ReactElement {
  const firstLink = blocks.findIndex((it) => typeof it === 'object' && 'link' in it);
  const heading: CSSProperties = { ...TEXT, margin: '0 0 16px', fontSize: 24, lineHeight: '32px', fontWeight: 700 };
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, STYLE_SHEET),
    ),
    h(
      'body',
      { className: 'page', style: { margin: 0, padding: 0, background: '#f4f4f5' } },
      h(Centered, null, [
        h(Brand, { key: 'brand', brand }),
        h('h1', { key: 'subject', className: 'text', style: heading }, subject),
        ...blocks.map((block, index) => h(Block, { key: index, block, brand, isMain: index === firstLink })),
        h(
          'p',
          { key: 'footer', className: 'soft line', style: { ...SOFT, margin: '28px 0 0', paddingTop: 16, borderTop: LINE } },
          joinLines(footer),
        ),
      ]),
    ),
  );
}

/** A white card in the middle of the window. Outlook for Windows takes its width from the attribute, all others from the style. */
function Centered({ children }: { children?: ReactElement[] }): ReactElement {
  const content = h('td', { className: 'content', align: 'left', style: { padding: 32 } }, children);
  const card = h(
    'table',
    {
      ...LAYOUT_TABLE,
      className: 'card',
      width: WIDTH,
      bgcolor: '#ffffff',
      style: { width: '100%', maxWidth: WIDTH, background: '#ffffff', borderRadius: 12 },
    },
    h('tbody', null, h('tr', null, content)),
  );
  const frame = h('td', { className: 'frame', align: 'center', style: { padding: '24px 12px' } }, card);
  return h('table', { ...LAYOUT_TABLE, className: 'page', bgcolor: '#f4f4f5' }, h('tbody', null, h('tr', null, frame)));
}

export function renderHtml(content: EmailContent): string {
  return `<!doctype html>\n${renderToStaticMarkup(h(EmailDocument, content))}\n`;
}
