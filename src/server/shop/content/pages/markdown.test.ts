import { expect, test } from 'vitest';
import { measureWork } from '../../../../../tests/support/longest-turn.ts';
import type { RichTextElement, RichTextNode } from '../../../../contract/rich-text.ts';
import { renderMarkdown, summarize, toPlainText } from './markdown.ts';

function listElements(nodes: readonly RichTextNode[]): RichTextElement[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...listElements(node.children ?? [])]));
}

const listUrls = (text: string) =>
  listElements(renderMarkdown(text)).flatMap(({ href, src }) => [href, src].filter((it) => it !== undefined));
const listTags = (text: string) => listElements(renderMarkdown(text)).map(({ tag }) => tag);

test('[PAGES-2] Markdown becomes headings, paragraphs, lists, tables, links, images and code', () => {
  expect(renderMarkdown('# One\n\nTwo **bold** *it*  \nnext ~~no~~ `code`\n\n3. a\n4. b\n\n> q\n\n---')).toEqual([
    { tag: 'h2', children: ['One'] },
    {
      tag: 'p',
      children: [
        'Two ',
        { tag: 'strong', children: ['bold'] },
        ' ',
        { tag: 'em', children: ['it'] },
        { tag: 'br' },
        'next ',
        { tag: 's', children: ['no'] },
        ' ',
        { tag: 'code', children: ['code'] },
      ],
    },
    {
      tag: 'ol',
      start: 3,
      children: [
        { tag: 'li', children: ['a'] },
        { tag: 'li', children: ['b'] },
      ],
    },
    { tag: 'blockquote', children: [{ tag: 'p', children: ['q'] }] },
    { tag: 'hr' },
  ]);
  expect(renderMarkdown('|a|b|\n|-|-:|\n|1|2|')).toMatchObject([
    { tag: 'table', children: [{ tag: 'thead' }, { tag: 'tbody', children: [{ children: [{ children: ['1'] }, { align: 'right' }] }] }] },
  ]);
  expect(renderMarkdown('[a](/cart "T") ![b](/uploads/x.webp)')).toEqual([
    {
      tag: 'p',
      children: [{ tag: 'a', href: '/cart', title: 'T', children: ['a'] }, ' ', { tag: 'img', src: '/uploads/x.webp', alt: 'b' }],
    },
  ]);
  expect(renderMarkdown('```js\na < b\n```')).toEqual([{ tag: 'pre', children: [{ tag: 'code', children: ['a < b\n'] }] }]);
  expect(renderMarkdown(' \n')).toEqual([]);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div onclick="x">\n\n<style>*{}</style>\n\n</div>',
  'a <b onmouseover=x>b</b> &lt;script&gt;',
  '<!-- --><svg/onload=alert(1)>',
])('[PAGES-2] HTML is shown as text: %s', (text) => {
  expect(listTags(text).filter((tag) => tag !== 'p' && tag !== 'br')).toEqual([]);
  expect(JSON.stringify(renderMarkdown(text))).toMatch(/[<&]/);
});

test.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](%6aavascript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](vbscript:x)',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '![a](data:image/svg+xml,<svg/>)',
  '[a](file:///etc/passwd)',
  '[a](blob:https://x/1)',
  '[a](//evil.example)',
  '[a](http:evil.example)',
  '![a](//evil.example/x.png)',
  '[a][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
])('[PAGES-2] a link that could run something or hide its host becomes text: %s', (text) => {
  expect(listUrls(text)).toEqual([]);
});

test('[PAGES-2] links lead to the shop, the web, an email or a phone; an image of another host becomes a link to it', () => {
  for (const url of ['/cart', '#size', '?a=1', 'https://a.example/x', 'http://a.example', 'mailto:a@b.example', 'tel:+49301', 'returns'])
    expect(listUrls(`[a](${url})`)).toEqual([url]);
  // Browsers would take a backslash for a slash; encoded it is none.
  expect(listUrls('[a](/\\evil.example) [b](\\\\evil.example)')).toEqual(['/%5Cevil.example', '%5Cevil.example']);
  expect(renderMarkdown('![b](https://evil.example/pixel.png)')).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: 'https://evil.example/pixel.png', children: ['b'] }] },
  ]);
});

const SIZE = 20_000;
const fill = (part: string) => part.repeat(SIZE / part.length);

test.each([
  '>',
  '> ',
  '- ',
  '[',
  '![',
  '[a](',
  '](',
  '*a ',
  '*_',
  'a**b',
  '`',
  '~~a',
  '<',
  '<a ',
  '<!--',
  '&',
  '\\',
  '|a',
  '[a]: b\n',
  '- a\n  ',
  '\n',
])('[PAGES-2] a huge text of %j is read, and isn’t nested deeper than a browser can show', (part) => {
  const depth = (nodes: readonly RichTextNode[]): number =>
    Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children ?? []))));
  expect(depth(renderMarkdown(fill(part)))).toBeLessThan(100);
});

test('[PAGES-4] the description for search engines consists of the page’s paragraphs', () => {
  expect(summarize(renderMarkdown('# Title\n\nFirst **words**\nhere.\n\n- item\n\nMore [link](/a).'))).toBe('First words here. More link.');
  expect(summarize(renderMarkdown('word '.repeat(200)))).toHaveLength(300);
  expect(summarize([])).toBe('');
});

test('[PAGES-6] a table of more than 5,000 cells stays text, however short; smaller ones are tables', () => {
  const makeTable = (columns: number, rows: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`;
  const count = (text: string, tag: string) => JSON.stringify(renderMarkdown(text)).split(`"tag":"${tag}"`).length - 1;
  expect([count(makeTable(1000, 4000), 'td'), count(makeTable(1000, 4000), 'table')]).toEqual([0, 0]);
  expect([count(makeTable(10, 100), 'td'), count(makeTable(10, 100), 'table')]).toEqual([1000, 1]);
  // Many small ones together make no more.
  expect(count(`${makeTable(20, 100)}\n`.repeat(60), 'td')).toBeLessThanOrEqual(5000);
});

test('[DESC-3] the plain text of Markdown has its words, a line for each item and row, and empty lines between paragraphs', () => {
  const text =
    '# One\n\nTwo **bold** [link](/a)\nline ![alt](/x.png)\n\n- a\n- b\n  1. c\n\n|x|y|\n|-|-|\n|1|2|\n\n> q\n\n---\n\n```\ncode\n```';
  expect(toPlainText(renderMarkdown(text))).toBe('One\n\nTwo bold link\nline alt\n\n• a\n• b\n\n1. c\n\nx | y\n1 | 2\n\nq\n\ncode');
  expect(toPlainText(renderMarkdown('![](/x.png)'))).toBe('');
});

const DESCRIPTION = 50_000;

test.each([
  '> ',
  '- ',
  '[',
  '![',
  '*a ',
  '*_',
  '**a',
  '`',
  '~~a',
  '&',
  '|a',
  '[a]: b\n',
  '- a\n  ',
  '1. ',
  '[a](b "',
  '<a@b.c>',
  '\\',
  '  ',
])('[DESC-10] a description that is all %j is rendered within seconds', async (part) => {
  const text = part.repeat(DESCRIPTION / part.length);
  expect(await measureWork(() => void toPlainText(renderMarkdown(text)))).toBeLessThan(300);
});

test('[DESC-9] an image of another website within a link is its words, since a link has no link in it', () => {
  expect(renderMarkdown('[![y](https://cdn.example/y.png)](/a) ![z](https://cdn.example/z.png)')).toEqual([
    {
      tag: 'p',
      children: [{ tag: 'a', href: '/a', children: ['y'] }, ' ', { tag: 'a', href: 'https://cdn.example/z.png', children: ['z'] }],
    },
  ]);
});
