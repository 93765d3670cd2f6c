import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const map = read('docs/map.md');

test('every place that the map names is there', () => {
  const named = [...map.matchAll(/`((?:src|tests|bench|docs|\.ci)\/[\w./-]*)`/g)].map(([, place]) => place ?? '');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
});

test('every room of the house stands on the map', () => {
  const rooms = ['src/server', 'src/web'].flatMap((half) =>
    readdirSync(path.join(root, half), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `\`${half}/${entry.name}/\``),
  );
  expect(rooms.filter((room) => !map.includes(room))).toEqual([]);
});

test('every part of the kit stands on the page of parts', () => {
  const files = (dir: string) => readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' });
  const pages = files('src/web/pages/dev/ui')
    .map((file) => read(`src/web/pages/dev/ui/${file}`))
    .join('\n');
  // What a part is made of is shown by that part.
  const inner = ['sign.tsx', 'use-zoom.ts', 'view.ts'];
  const parts = files('src/web/ui').filter((file) => /\.tsx?$/.test(file) && !inner.includes(path.basename(file)));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !pages.includes(`/ui/${part}'`))).toEqual([]);
});

test('every setting that is read stands in .env.example, and none that is not', () => {
  const config = read('src/server/config.ts');
  const known = new Set([...config.matchAll(/\benv\.([A-Z_]+)|\benv\['([A-Z_]+)'\]/g)].map(([, a, b]) => a ?? b));
  known.delete('NODE_ENV');
  const told = new Set([...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name));
  expect([...told].sort()).toEqual([...known].sort());
});
