/** The documents: their form, and that what they refer to is there. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = ['operations.md', ...readdirSync(path.join(root, 'docs/operations')).map((it) => `operations/${it}`)];
const operations = pages.map((it) => read(`docs/${it}`)).join('\n');

const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root });

test('no line of a document is longer than 160 characters', () => {
  expect(documents.length).toBeGreaterThan(80);
  const longLines = documents.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (line.length > 160 ? [`${file}:${index + 1}`] : [])),
  );
  expect(longLines).toEqual([]);
});

test('each decision that code or a document refers to exists', () => {
  const decisions = readdirSync(path.join(root, 'docs/decisions'));
  const numbers = new Set(decisions.map((file) => Number(file.slice(0, 4))));
  const code = globSync(['src/**/*.{ts,tsx,sql}', 'tests/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts', '*.json', '.*.mjs'], { cwd: root });
  const missing = [...documents, ...code].flatMap((file) => {
    const text = read(file);
    const byNumber = [...text.matchAll(/\bdecisions? (\d{1,4})(?: and (\d{1,4}))?\b/gi)].flatMap(([, first, second]) => [
      first,
      second ?? first,
    ]);
    const byFile = [...text.matchAll(/decisions\/(\d{4}[\w-]*)/g)].map(([, name = '']) => name);
    return [
      ...byNumber.filter((number) => !numbers.has(Number(number))),
      ...byFile.filter((name) => !decisions.some((it) => it.startsWith(name))),
    ].map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('each scheduled job is in the documented table of jobs', () => {
  const source = read('src/server/schedule.ts');
  const constants = new Map([...source.matchAll(/^export const (\w+) = '([a-z-]+)';$/gm)].map(([, name, value]) => [name, value]));
  const names = [...source.matchAll(/\bname: (?:'([a-z-]+)'|([A-Z_]+)),/g)].map(
    ([, name, constant]) => name ?? constants.get(constant) ?? '',
  );
  expect(names.length).toBeGreaterThan(10);
  const table = operations.split('\n## Jobs\n')[1]?.split('\n## ')[0] ?? '';
  const documented = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  expect(documented.toSorted()).toEqual(names.toSorted());
});

test('each page, section, file and command that the documents link to exists', () => {
  const toAnchor = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
  const hasAnchor = (page: string, anchor: string) =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => toAnchor(title) === anchor);
  const links = documents.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)/g)].map(([, file, anchor]) => ({
      page: file ? path.join(path.dirname(page), file) : page,
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, anchor }) => !existsSync(path.join(root, page)) || (anchor && !hasAnchor(page, anchor)))).toEqual([]);
  const files = [...operations.matchAll(/`((?:deploy|bench|docs|tests)\/[\w./-]+)`/g)].map(([, file]) => file ?? '');
  expect(files.filter((it) => !existsSync(path.join(root, it)))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [
    ...documents
      .map(read)
      .join('\n')
      .matchAll(/npm run ([\w:-]+)/g),
  ].map(([, name]) => name ?? '');
  expect(commands.filter((it) => !(it in scripts))).toEqual([]);
});

test('each section of docs/operations that code or a configuration file names exists', () => {
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
