import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseLine } from './redirect-line.ts';
import { isServed } from './served-paths.ts';

const parse = (line: string) => parseLine(line, ['https://shop.example']);

test.each([
  ['/old /new', '/old', '/new'],
  ['  /Old/Path/\t/New?a=1#b \r', '/old/path', '/New?a=1#b'],
  ['https://shop.example/Old https://shop.example/new', '/old', '/new'],
  ['/gr\u00f6\u00dfe /a', '/gr%C3%B6%C3%9Fe', '/a'],
  ['/gr%c3%b6%c3%9fe /a', '/gr%C3%B6%C3%9Fe', '/a'],
  ['/a/../b.html /c/./d', '/b.html', '/c/d'],
  ['/p/%41 /x', '/p/a', '/x'],
])('[REDIR-2] the line %j leads from one path to another', (line, from, to) => {
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
  ['/old?id=1 /new', 'has_query'],
  ['/old#a /new', 'has_query'],
  [`/${'a'.repeat(500)} /new`, 'too_long'],
  [`/old /${'a'.repeat(500)}`, 'too_long'],
])('[REDIR-3] the line %j is refused: %s', (line, reason) => {
  expect(parse(line)).toBe(reason);
});

test('[REDIR-3] no redirect begins where the table of pages has a page: new ones stand in served-paths.ts, too', () => {
  const routes = readFileSync(new URL('../../web/routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/route\('([^':*]+)'/g)].map(([, path]) => `/${path}`);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !isServed(path))).toEqual([]);
});
