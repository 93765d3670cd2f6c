import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isServed } from './redirect.service.ts';
import { fillTarget, listBeginnings, readLines } from './redirect-line.ts';

const ORIGINS = ['https://shop.example'];
const parse = (line: string) => readLines(line, ORIGINS)[0]?.parsed;

test.each([
  ['/old /new', '/old', '/new'],
  ['  /Old/Path/\t/New?a=1#b \r', '/old/path', '/New?a=1#b'],
  ['https://shop.example/Old https://shop.example/new', '/old', '/new'],
  ['/gr\u00f6\u00dfe /a', '/gr%C3%B6%C3%9Fe', '/a'],
  ['/gr%c3%b6%c3%9fe /a', '/gr%C3%B6%C3%9Fe', '/a'],
  ['/a/../b.html /c/./d', '/b.html', '/c/d'],
  ['/p/%41 /x', '/p/a', '/x'],
])('[REDIR-2] the line %j redirects from one path to another', (line, from, to) => {
  expect(parse(line)).toEqual({ from, to });
});

test.each([
  ['/old', 'not_two_paths'],
  ['/a /b /c', 'not_two_paths'],
  ['old /new', 'invalid_path'],
  ['/old new', 'invalid_path'],
  ['/old #new', 'invalid_path'],
  ['/a\u0000b /new', 'invalid_path'],
  ['/old /%0d%0aset-cookie:a=b', 'invalid_path'],
  ['/old /%zz', 'invalid_path'],
  ['/%ff /new', 'invalid_path'],
  ['/old //evil.example', 'foreign_host'],
  ['/old /\\evil.example', 'foreign_host'],
  ['/old /.//evil.example', 'foreign_host'],
  ['/old /a/..//evil.example', 'foreign_host'],
  ['/old https://evil.example/', 'foreign_host'],
  ['/old https://shop.example@evil.example/', 'foreign_host'],
  ['/old https://shop.example.evil.example/', 'foreign_host'],
  ['/old http://shop.example/', 'foreign_host'],
  ['/old https:\\\\evil.example', 'foreign_host'],
  ['/old javascript:alert(1)', 'foreign_host'],
  ['/old data:text/html,x', 'foreign_host'],
  ['//evil.example/a /new', 'foreign_host'],
  ['/a/*/b /new', 'wildcard'],
  ['/a* /new', 'wildcard'],
  ['/a/** /new', 'wildcard'],
  ['/a /b/*', 'wildcard'],
  ['/a/* /b*', 'wildcard'],
  ['/old?id=1 /new', 'has_query'],
  ['/old#a /new', 'has_query'],
  [`/${'a'.repeat(500)} /new`, 'too_long'],
  [`/old /${'a'.repeat(500)}`, 'too_long'],
])('[REDIR-3] the line %j is refused: %s', (line, reason) => {
  expect(parse(line)).toBe(reason);
});

test('[REDIR-3] no redirect starts at a page of the shop: new pages are also listed in redirect.service.ts', () => {
  const routes = readFileSync(new URL('../../../../web/routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/route\('([^':*]+)'/g)].map(([, path]) => `/${path}`);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !isServed(path))).toEqual([]);
});

test("[REDIR-5] Shopify's own file is read, with commas, semicolons or tabs, quotes and a byte order mark", () => {
  const expected = [
    { line: 2, text: '/old /products/mug', parsed: { from: '/old', to: '/products/mug' } },
    { line: 3, text: '/a,b /c', parsed: { from: '/a,b', to: '/c' } },
    { line: 4, text: '/x https://evil.example/', parsed: 'foreign_host' },
    { line: 5, text: '/y', parsed: 'not_two_paths' },
  ];
  expect(
    readLines('\ufeffRedirect from,Redirect to\r\n/old,/products/mug\r\n"/a,b",/c\r\n/x,https://evil.example/\r\n/y\r\n', ORIGINS),
  ).toEqual(expected);
  expect(readLines('"Redirect from";"Redirect to"\n/old;/products/mug\n\n', ORIGINS)).toEqual(expected.slice(0, 1));
  expect(readLines('redirect from\tredirect to\n/old\t/products/mug', ORIGINS)).toEqual(expected.slice(0, 1));
});

test('[REDIR-5] a broken file is read line by line, and a hostile one takes no time', () => {
  const read = (text: string) => readLines(`Redirect from,Redirect to\n${text}`, ORIGINS).map(({ parsed }) => parsed);
  expect(read('"/a,/b\n/c,/d')).toEqual(['invalid_path', { from: '/c', to: '/d' }]);
  expect(read('')).toEqual([]);
  for (const text of [','.repeat(80_000), '"'.repeat(80_000), '/a,/b\n"'.repeat(10_000), '*/'.repeat(40_000), `/${'*'.repeat(400)},/a`]) {
    const startedAt = performance.now();
    for (const parsed of read(text)) if (typeof parsed !== 'string') expect(parsed).toEqual({ from: '/a', to: '/b' });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  }
});

test.each([
  ['/blog/*', '/pages/*', '/blog/A/b', '/pages/A/b'],
  ['/blog/*', '/pages/*', '/blog', '/pages'],
  ['/blog/*', '/pages/*?x=1#y', '/Blog/a/', '/pages/a?x=1#y'],
  ['/blog/*', '/news', '/blog/a/b', '/news'],
  ['/en/*', '/*', '/en/cart', '/cart'],
  ['/en/*', '/*', '/en', '/'],
  ['/en/*', '/*', '/en//evil.example', null],
  ['/en/*', '/*', '/en/\\evil.example', null],
  ['/en/*', '/*', '/en/.//evil.example', null],
  ['/en/*', '/*', '/en/../..//evil.example', null],
])('[REDIR-5] %s to %s redirects from %s to %s', (from, to, path, target) => {
  expect(fillTarget({ from, to }, path)).toBe(target);
});

test('[REDIR-5] the redirect with the longest matching path counts', () => {
  expect(listBeginnings('/a/b')).toEqual(['/a/b', '/a/b/*', '/a/*', '/*']);
  expect(listBeginnings('/')).toEqual(['/', '/*']);
});
