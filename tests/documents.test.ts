/** docs/operations.md and its pages, compared with what they tell of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = ['operations.md', ...readdirSync(path.join(root, 'docs/operations')).map((it) => `operations/${it}`)];
const operations = pages.map((it) => read(`docs/${it}`)).join('\n');

test('each scheduled job stands in the table of jobs', () => {
  const source = read('src/server/schedule.ts');
  const constants = new Map([...source.matchAll(/^export const (\w+) = '([a-z-]+)';$/gm)].map(([, name, value]) => [name, value]));
  const names = [...source.matchAll(/\bname: (?:'([a-z-]+)'|([A-Z_]+)),/g)].map(
    ([, name, constant]) => name ?? constants.get(constant) ?? '',
  );
  expect(names.length).toBeGreaterThan(10);
  const table = operations.split('\n## Jobs\n')[1]?.split('\n## ')[0] ?? '';
  const told = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  expect(told.toSorted()).toEqual(names.toSorted());
});

test('each section, file and command that it leads to is there', () => {
  const toAnchor = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
  const listAnchors = (page: string) => new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => toAnchor(title)));
  const links = pages.flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)].map(([, file, anchor = '']) => ({
      page: file ? path.join('docs', path.dirname(page), file) : `docs/${page}`,
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ page, anchor }) => !listAnchors(page).has(anchor))).toEqual([]);
  const files = [...operations.matchAll(/`((?:deploy|bench|docs|tests)\/[\w./-]+)`/g)].map(([, file]) => file ?? '');
  expect(files.filter((it) => !existsSync(path.join(root, it)))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const ran = [...operations.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  expect(ran.filter((it) => !(it in scripts))).toEqual([]);
});

test('each of its sections that the shop or its files send somebody to is there', () => {
  const titles = new Set([...operations.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title));
  const folders = ['src', 'deploy'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((it) => it.isFile() && !it.name.endsWith('.test.ts'))
      .map((it) => path.join(it.parentPath, it.name)),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/docs\/operations(?:\/[\w-]+)?\.md, "?([A-Z][\w: -]*)/g)].map(([, title = '']) => title.trim()),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((it) => !titles.has(it))).toEqual([]);
});
