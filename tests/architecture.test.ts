import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, getOperationId } from '../src/server/platform/http/route.ts';
import { ACCESS_TABLE } from './security/access-table.ts';

const root = path.resolve(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
const architectureDoc = readText('docs/architecture.md');

test('every path in docs/architecture.md exists', () => {
  const namedPaths = [...architectureDoc.matchAll(/`((?:src|tests|bench|docs|\.ci)\/[\w./-]*)`/g)].map(([, namedPath]) => namedPath ?? '');
  expect(namedPaths.length).toBeGreaterThan(30);
  expect(namedPaths.filter((namedPath) => !existsSync(path.join(root, namedPath)))).toEqual([]);
});

test('every folder of server and web is listed in docs/architecture.md', () => {
  const folders = ['src/server', 'src/web'].flatMap((side) =>
    readdirSync(path.join(root, side), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `\`${side}/${entry.name}/\``),
  );
  expect(folders.filter((folder) => !architectureDoc.includes(folder))).toEqual([]);
});

test('every UI component is on the page /dev/ui', () => {
  const files = (dir: string) =>
    readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.tsx'));
  const galleryPages = files('src/web/dev/ui')
    .map((file) => readText(`src/web/dev/ui/${file}`))
    .join('\n');
  // Shown by the components that are made of them, or a page by itself.
  const parts = ['DialogBase', 'Field', 'Icon', 'Illustration', 'Link', 'PageMessage'];
  const listComponents = (file: string) =>
    [...readText(`src/web/kit/${file}`).matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)\b(?! = create)/gm)].map(
      ([, name = '']) => name,
    );
  const isShown = (file: string, name: string) => new RegExp(`\\b${name}\\b|\\* as \\w+ from '[^']*/kit/${file}'`).test(galleryPages);
  const components = files('src/web/kit').flatMap((file) => listComponents(file).map((name) => ({ file, name })));
  expect(components.length).toBeGreaterThan(70);
  expect(components.filter(({ file, name }) => !parts.includes(name) && !isShown(file, name))).toEqual([]);
});

test('[SAFE-16] every endpoint has its row in tests/security/access-table.ts, and every row its endpoint', () => {
  expect(Object.keys(ACCESS_TABLE).sort()).toEqual(endpoints.map(getOperationId).sort());
});
