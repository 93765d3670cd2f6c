/** docs/scale.md says where each table would be on several databases; bench/statements counts by the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DISTRIBUTION } from '../bench/statements/classify.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');

test('each table of the schema has its place, in the bench that classifies statements and in docs/scale.md', () => {
  const tables = [...read('src/server/shop/database/schema.sql').matchAll(/^create table (\w+) \($/gm)]
    .map(([, name]) => name ?? '')
    .toSorted();
  expect(tables.length).toBeGreaterThan(40);
  expect(Object.keys(DISTRIBUTION).toSorted()).toEqual(tables);
  const section = read('docs/scale.md').split('## Which table goes where')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (.*?) \| (.*?) \|/gm)].slice(1);
  const placed = rows.flatMap(([, names = '', by = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name ?? '', by] as const));
  const place = (by: string) => (by.startsWith('reference') || by.startsWith('coordinator') ? (by.split(':')[0] ?? '') : 'a column');
  const told = placed.filter(([name]) => tables.includes(name)).map(([name, by]) => `${name}: ${place(by)}`);
  const counted = Object.entries(DISTRIBUTION).map(([name, by]) => `${name}: ${place(by) === by ? by : 'a column'}`);
  expect(told.toSorted()).toEqual(counted.toSorted());
});
