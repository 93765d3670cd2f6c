/** HTML of other shops becomes Markdown with the same words, whatever it contains, within a bounded time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureWork } from '../../../../../../tests/support/longest-turn.ts';
import { renderMarkdown, toPlainText } from '../../../content/pages/markdown.ts';
import { htmlToDescription } from './html-to-markdown.ts';

function convert(html: string, isWordPress = false) {
  const notices: string[] = [];
  const { description, description_format: format } = htmlToDescription([html], { tell: (it) => notices.push(it), isWordPress });
  return { description, format, notices };
}
const toMarkdown = (html: string) => convert(html).description;
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

test('[DESC-8] headings, lists, quotations, links, tables and code of another shop are so here', () => {
  expect(toMarkdown('<h2>Care</h2><p>See <a href="https://a.example/care">our <b>guide</b></a>.<br>Safe &amp; tough</p>')).toBe(
    '## Care\n\nSee [our **guide**](https://a.example/care).\nSafe & tough',
  );
  expect(toMarkdown('<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><ul><li>other</li></ul>')).toBe(
    '- a\n  - b\n- c\n\n  d\n\n* other',
  );
  expect(toMarkdown('<ol start="3"><li>three<li>four</ol>')).toBe('3. three\n4. four');
  expect(toMarkdown('<table><tr><th>Size</th><th>cm</th></tr><tr><td>S | M</td><td><i>8</i></td></tr></table>')).toBe(
    '| Size | cm |\n| --- | --- |\n| S \\| M | *8* |',
  );
  expect(toMarkdown('<blockquote><p>a</p><p>b</p></blockquote><pre>x\n  y</pre><hr>')).toBe('> a\n>\n> b\n\n```\nx\n  y\n```\n\n---');
  expect(toMarkdown('<p><b>Size: </b>M <strong> big </strong>or <b><i>both</i> x</b> <s>old</s> <code>a`b</code></p>')).toBe(
    '**Size:** M **big** or ***both* x** ~~old~~ ``a`b``',
  );
  expect(toMarkdown('<span style="font-weight:700">a</span> <b style="font-weight:normal"><p>b</p></b>')).toBe('**a**\n\nb');
  expect(toMarkdown('<table>lost?<tr>a<td>b</td></tr><tr><td>c</td></tr></table>')).toBe('lost?\n\n| a | b |\n| --- | --- |\n| c |  |');
  expect(toMarkdown('<b>x</b>!<a href="/a">y</a>')).toBe('**x**\\![y](/a)');
  // A table of one column or row arranges a page.
  expect(toMarkdown('<table><tr><td><h3>A</h3><p>b</p></td></tr></table>')).toBe('### A\n\nb');
});

test('[DESC-8] a description of nothing but paragraphs stays plain text, as it is in the file', () => {
  expect(convert('<p>5 * 3 # best<br>1. one</p><p>_two_</p>')).toEqual({
    description: '5 * 3 # best\n1. one\n\n_two_',
    format: undefined,
    notices: [],
  });
  expect(convert('')).toEqual({ description: '', format: undefined, notices: [] });
  expect(toMarkdown('<p><b>x</b></p><p>5 * 3 * 2</p><p># no</p><p>1. no</p><p>- no</p><p>a_b _c_ [d](e) &lt;b&gt; &amp;copy;</p>')).toBe(
    '**x**\n\n5 \\* 3 \\* 2\n\n\\# no\n\n1\\. no\n\n\\- no\n\na_b \\_c\\_ \\[d\\](e) \\<b> \\&copy;',
  );
});

test('[DESC-9] images of other websites become links, and the import says so; it names the videos and images that it leaves out', () => {
  const html =
    '<p>a</p><img src="https://cdn.example/x(1).png" alt="Size [chart]"><img src="//cdn.example/y.png"><img src="data:image/png;base64,AA"><img src="z.png"><iframe src="https://v.example"></iframe>';
  expect(convert(html)).toEqual({
    description: 'a\n\n![Size \\[chart\\]](https://cdn.example/x%281%29.png)![](https://cdn.example/y.png)',
    format: 'markdown',
    notices: ["is imported without the file's 2 images, 1 video", 'shows 2 images of other websites as links'],
  });
  expect(JSON.stringify(renderMarkdown(toMarkdown(html)))).not.toContain('"img"');
  expect(renderMarkdown(toMarkdown('<a href="https://a.example"><img src="https://cdn.example/y.png" alt="y"></a>'))).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: 'https://a.example', children: ['y'] }] },
  ]);
});

test.each([
  '<script>alert(1)</script><b>x</b>',
  '<style>*{}</style><b onclick="alert(1)">x</b>',
  '<b>x</b><svg><script>alert(1)</script></svg>',
  '<template><b>hidden</b></template><b>x</b>',
  '<b><a href="javascript:alert(1)">x</a></b>',
  '<b><a href=" java\nscript:alert(1)">x</a></b>',
  '<b><a href="data:text/html,<script>">x</a></b>',
  '<b><a href="//evil.example\\x" onclick=y></a>x</b>',
  '<!--[if gte mso 9]><xml><o:Word>8</o:Word></xml><![endif]--><b>x</b>',
  '<b>x',
  '<p><b>x</p></b>',
  '<b>x</b><script>alert(1)',
])('[DESC-8] nothing that runs, styles or hides comes in: %s', (html) => {
  expect(toMarkdown(html)).toBe('**x**');
});

test('[DESC-8] texts of WordPress keep the paragraphs that WordPress would make', () => {
  const text = 'First\\n\\n<strong>Second</strong> line\\nthird<ul>\n<li>a</li>\n</ul>\\nEnd';
  expect(convert(text, true).description).toBe('First\n\n**Second** line\nthird\n\n- a\n\nEnd');
});

const words = fc
  .array(fc.constantFrom(...'ab1.)*_`~[](){}<>#+-=|\\!&;:"\'/ \nüß字😀'.split('')), { maxLength: 30 })
  .map((it) => it.join(''));
const toHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inline = fc.record({ text: words, tag: fc.constantFrom('b', 'i', 's', 'code', 'span', 'a href="https://a.example"') });

test('[DESC-8] a heading of a sign alone stays that sign', () => {
  const { description } = convert('<h2>#</h2><b>end</b>');
  expect(toPlainText(renderMarkdown(description))).toContain('#');
  expect(description).toBe('## \\#\n\n**end**');
});

test('[DESC-8] whatever signs a text has, with marks anywhere in its words, the same words are read here', () => {
  fc.assert(
    fc.property(fc.array(inline, { minLength: 1, maxLength: 4 }), fc.constantFrom('p', 'h2', 'li', 'blockquote'), (parts, block) => {
      const html = parts.map(({ text, tag }) => `<${tag}>${toHtml(text)}</${tag.split(' ')[0]}>`).join('');
      const { description, format } = convert(`<${block}>${html}</${block}><b>end</b>`);
      const read = format === 'markdown' ? toPlainText(renderMarkdown(description)) : description;
      expect(squeeze(read).replace(/^• /, '')).toBe(squeeze(`${parts.map(({ text }) => text).join('')} end`));
    }),
    { numRuns: 500 },
  );
});

const HOSTILE: [string, string][] = [
  ['elements that are never closed', '<div>'.repeat(20_000)],
  ['lists within lists', '<ul><li>x'.repeat(3000)],
  ['quotations within quotations', '<blockquote>x'.repeat(5000)],
  ['marks within marks', `<b>a${'<i>b<b>c'.repeat(3000)}`],
  ['a megabyte from Word', '<p class=MsoNormal style="mso-x:y"><span lang=EN><b>word</b> text</span></p>\n'.repeat(12_000)],
  ['a table of 1,000 columns', `<table>${`<tr>${'<td>x</td>'.repeat(1000)}</tr>`.repeat(3)}</table>`],
  ['a table of 20,000 cells', `<table>${`<tr>${'<td>x</td>'.repeat(10)}</tr>`.repeat(2000)}</table>`],
  ['marks at each letter', '<b>a</b>b'.repeat(50_000)],
  ['signs of Markdown', `<b>x</b>${'*_`[](~~'.repeat(30_000)}`],
  ['comments that are never closed', `${'<!--'.repeat(100_000)}<b>x`],
  ['closing tags alone', `${'<b>'.repeat(400)}${'</i>'.repeat(200_000)}`],
];

test.each(HOSTILE)('[DESC-10] %s: read and drawn within seconds', async (_what, html) => {
  const depth = (nodes: ReturnType<typeof renderMarkdown>): number =>
    Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children ?? []))));
  const taken = await measureWork(() => {
    expect(depth(renderMarkdown(convert(html).description.slice(0, 50_000)))).toBeLessThan(100);
  });
  expect(taken).toBeLessThan(500);
});
