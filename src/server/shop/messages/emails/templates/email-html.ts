/** The HTML part of an email, as React components: React escapes every value. `h` is `createElement`: Node runs this file without JSX. */
import { type CSSProperties, Fragment, createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type EmailBlock, toLines } from './email-block.ts';

// Mail clients drop style sheets, so every element carries its own style.
const PARAGRAPH: CSSProperties = { margin: '0 0 16px' };
const CELL: CSSProperties = { padding: '6px 0', borderBottom: '1px solid #e4e4e7', verticalAlign: 'top' };
const VALUE_CELL: CSSProperties = { ...CELL, paddingLeft: 16, whiteSpace: 'nowrap' };
const TOTAL: CSSProperties = { fontWeight: 600 };
const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '10px 18px',
  borderRadius: 8,
  textDecoration: 'none',
  fontWeight: 600,
};
const CONTENT: CSSProperties = {
  padding: 28,
  fontFamily: "system-ui,-apple-system,'Segoe UI',sans-serif",
  fontSize: 16,
  lineHeight: 1.5,
};

/** Mail clients lay out by tables; `presentation` hides that from screen readers. */
const LAYOUT_TABLE = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 };

function Row({ name, value, isTotal }: { name: string; value: string; isTotal: boolean }): ReactElement {
  const weight = isTotal ? TOTAL : {};
  return h(
    'tr',
    null,
    h('td', { style: { ...CELL, ...weight } }, name),
    h('td', { align: 'right', style: { ...VALUE_CELL, ...weight } }, value),
  );
}

function joinLines(lines: readonly string[]): ReactElement[] {
  return lines.map((line, index) => h(Fragment, { key: index }, index > 0 && h('br'), line));
}

function Block({ block, brand }: { block: EmailBlock; brand: EmailBrand }): ReactElement {
  if (typeof block === 'string') return h('p', { style: PARAGRAPH }, block);
  if ('rows' in block) {
    const rows = block.rows.map(([name, value], index) => h(Row, { key: index, name, value, isTotal: index === block.rows.length - 1 }));
    return h('table', { ...LAYOUT_TABLE, style: { margin: '0 0 16px', borderCollapse: 'collapse' } }, h('tbody', null, rows));
  }
  if ('lines' in block) {
    return h('p', { style: PARAGRAPH }, h('strong', null, block.title), h('br'), joinLines(toLines(block.lines)));
  }
  return h(
    'p',
    { style: PARAGRAPH },
    h('a', { href: block.url, style: { ...BUTTON, background: brand.accent, color: brand.onAccent } }, block.link),
  );
}

/** The shop as it looks: above what an email says, and on its buttons. */
export interface EmailBrand {
  name: string;
  /** An absolute URL; null: the name stands there. */
  logo: string | null;
  accent: string;
  onAccent: string;
}

/** Where images aren't loaded, the name stands in the place of the logo. */
function Brand({ brand: { name, logo, accent } }: { brand: EmailBrand }): ReactElement {
  const style: CSSProperties = {
    margin: '0 0 20px',
    paddingBottom: 16,
    borderBottom: `3px solid ${accent}`,
    fontSize: 18,
    fontWeight: 700,
  };
  return h('p', { style }, logo ? h('img', { src: logo, alt: name, height: 40, style: { height: 40, maxWidth: 240 } }) : name);
}

interface EmailContent {
  brand: EmailBrand;
  subject: string;
  blocks: readonly EmailBlock[];
  footer: readonly string[];
}

function EmailDocument({ brand, subject, blocks, footer }: EmailContent): ReactElement {
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('title', null, subject),
    ),
    h(
      'body',
      { style: { margin: 0, background: '#f4f4f5', color: '#18181b' } },
      h(Centered, null, [
        h(Brand, { key: 'brand', brand }),
        h('h1', { key: 'subject', style: { margin: '0 0 16px', fontSize: 22, lineHeight: 1.3 } }, subject),
        ...blocks.map((block, index) => h(Block, { key: index, block, brand })),
        h('p', { key: 'footer', style: { margin: '24px 0 0', color: '#71717a', fontSize: 13 } }, joinLines(footer)),
      ]),
    ),
  );
}

/** A white card of at most 560 pixels, in the middle of the window. */
function Centered({ children }: { children?: ReactElement[] }): ReactElement {
  const card = h(
    'table',
    { ...LAYOUT_TABLE, style: { maxWidth: 560, background: '#ffffff', borderRadius: 12 } },
    h('tbody', null, h('tr', null, h('td', { style: CONTENT }, children))),
  );
  const cell = h('td', { align: 'center', style: { padding: '24px 12px' } }, card);
  return h('table', LAYOUT_TABLE, h('tbody', null, h('tr', null, cell)));
}

export function renderHtml(content: EmailContent): string {
  return `<!doctype html>\n${renderToStaticMarkup(h(EmailDocument, content))}\n`;
}
