/**
 * Writes Google's product categories, their ids and English names, to src/server/shop/catalog/categories/google-categories.txt:
 * `npm run google-categories -- taxonomy-with-ids.en-US.txt`. The argument is the list that Google publishes for merchants. Written as a tree, a
 * third of its size: a line is an id and a name, indented by its level.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const target = path.join(import.meta.dirname, '../src/server/shop/catalog/categories/google-categories.txt');
const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the file with Google’s list: npm run google-categories -- taxonomy-with-ids.en-US.txt');

const lines = readFileSync(source, 'utf8').split(/\r?\n/).filter(Boolean);
const version = /Version: (\S+)/.exec(lines[0] ?? '')?.[1];
if (!version) throw new Error('The first line must name the version of the list');
interface Node {
  id: string;
  path: string;
}

const nodes = lines.slice(1).map((line): Node => {
  const [, id, names] = /^(\d+) - (.+)$/.exec(line) ?? [];
  if (!id || !names) throw new Error(`Not an id and a path: ${line}`);
  return { id, path: names };
});
const SIGN = ' > ';
const getParent = ({ path: names }: Node) => names.slice(0, Math.max(0, names.lastIndexOf(SIGN)));
// The list isn't sorted by its tree.
const children = Map.groupBy(nodes, getParent);
const write = (parent: string, level: number): string[] =>
  (children.get(parent) ?? []).flatMap(({ id, path: names }) => [
    `${' '.repeat(level)}${id} ${names.slice(parent ? parent.length + SIGN.length : 0)}`,
    ...write(names, level + 1),
  ]);
const tree = write('', 0);
if (tree.length !== nodes.length) throw new Error(`${nodes.length - tree.length} categories have a parent that isn't in the list`);
writeFileSync(target, `${version}\n${tree.join('\n')}\n`);
console.log(`${tree.length} categories of ${version} in ${path.relative(process.cwd(), target)}`);
