/** Mutations by syntax: finds a function or a constant in the syntax tree of its file, and changes what it does. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export type Change =
  /** The function does this instead. */
  | { body: string }
  /** The constant, the property or the attribute has this value instead. */
  | { value: string }
  /** What mentions it is removed: a statement, an argument, an element, or an operand of a condition; an `if` that tests it, completely. */
  | { without: string }
  /** The `if` that tests it is always true. */
  | { holds: string }
  /** The condition on it, `and …`, is removed from the SQL. */
  | { sqlWithout: string };

export interface Mutation {
  row: string;
  /** What a customer or an admin would notice. */
  effect: string;
  /** A file and a name in it, or a name within another: `limits.ts PAGE_SIZE`, `home.tsx load.radio`. */
  place: string;
  change: Change;
  /** Which tests must notice it: those over HTTP, or those in the browser. */
  project: 'server' | 'e2e';
}

/** A node of ESTree; each kind has different properties. */
interface Node {
  type: string;
  start: number;
  end: number;
  parent: Node | null;
  [property: string]: unknown;
}

const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it && 'start' in it;

const listChildren = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

function listNodes(node: Node): Node[] {
  return [node, ...listChildren(node).flatMap(listNodes)];
}

function setParents(node: Node): Node {
  for (const child of listChildren(node)) {
    child.parent = node;
    setParents(child);
  }
  return node;
}

const NAMED_BY: Record<string, string> = {
  FunctionDeclaration: 'id',
  VariableDeclarator: 'id',
  Property: 'key',
  JSXAttribute: 'name',
};

function getName(node: Node): string | null {
  const name = node[NAMED_BY[node.type] ?? ''];
  if (!isNode(name) || node.parent?.type === 'ObjectPattern') return null;
  return String(name.name ?? name.value ?? '');
}

const DECLARATIONS = ['FunctionDeclaration', 'VariableDeclarator'];

/** The first that is declared by this name within the other, else the only property. */
function findNamed(within: Node, name: string): Node | null {
  const all = listNodes(within).filter((it) => it !== within && getName(it) === name);
  const declared = all.find(({ type }) => DECLARATIONS.includes(type));
  return declared ?? (all.length === 1 ? (all[0] ?? null) : null);
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

const getValue = (node: Node): unknown => node.init ?? node.value;

/** Not names that are declared, nor keys of objects. */
function isMention(node: Node, name: string): boolean {
  const { parent } = node;
  if ((node.type !== 'Identifier' && node.type !== 'JSXIdentifier') || node.name !== name || !parent) return false;
  if (parent.type === 'VariableDeclarator') return parent.init === node;
  if (parent.type === 'Property') return parent.value === node && parent.parent?.type !== 'ObjectPattern';
  return !FUNCTIONS.includes(parent.type) || parent.body === node;
}

function isRemovable({ type, parent }: Node, node: Node): boolean {
  if (type === 'ExpressionStatement' || type === 'IfStatement' || type === 'VariableDeclaration') return true;
  if (parent?.type === 'LogicalExpression') return true;
  const lists = [parent?.type === 'CallExpression' && parent.arguments, parent?.type === 'ArrayExpression' && parent.elements];
  return lists.some((it) => Array.isArray(it) && it.includes(node));
}

/** The smallest removable node with all mentions of the name. */
function findRemovable(within: Node, name: string): Node {
  const mentions = listNodes(within).filter((it) => isMention(it, name));
  const [first] = mentions;
  let node: Node | null = first ?? null;
  const holdsAll = (it: Node) => mentions.every(({ start, end }) => start >= it.start && end <= it.end);
  while (node && node !== within && !(isRemovable(node, node) && holdsAll(node))) node = node.parent;
  if (!node || node === within) throw new Error(`nothing can be removed with ${name} (${mentions.length} mentions)`);
  return node;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function removeNode(node: Node): Edit {
  const { start, end, parent } = node;
  if (parent?.type === 'LogicalExpression') {
    const other = (parent.left === node ? parent.right : parent.left) as Node;
    return parent.left === node ? { start, end: other.start, text: '' } : { start: other.end, end, text: '' };
  }
  const isElement = parent?.type === 'CallExpression' || parent?.type === 'ArrayExpression';
  return { start, end, text: isElement ? 'undefined' : ';' };
}

function removeFromSql(within: Node, text: string, name: string): Edit {
  const found = listNodes(within)
    .filter(({ type }) => type === 'TemplateLiteral')
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(/\s+and [^\n]*?(?=\s+and |\n|`)/g)].map((it) => ({ start: start + it.index, condition: it[0] })),
    )
    .filter(({ condition }) => condition.includes(name));
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} conditions on ${name} instead of one`);
  return { start: first.start, end: first.start + first.condition.length, text: '' };
}

function findEdit(node: Node, text: string, change: Change): Edit {
  if ('sqlWithout' in change) return removeFromSql(node, text, change.sqlWithout);
  if ('without' in change) return removeNode(findRemovable(node, change.without));
  if ('holds' in change) {
    const tests = listNodes(node).flatMap((it) => (it.type === 'IfStatement' && isNode(it.test) ? [it.test] : []));
    const [test, ...others] = tests.filter((it) => listNodes(it).some((inner) => isMention(inner, change.holds)));
    if (!test || others.length) throw new Error(`not exactly one condition tests ${change.holds}`);
    return { start: test.start, end: test.end, text: 'true' };
  }
  if ('value' in change) {
    const value = getValue(node);
    if (!isNode(value)) throw new Error('it has no value');
    return { start: value.start, end: value.end, text: node.shorthand ? `${getName(node)}: ${change.value}` : change.value };
  }
  const owner = FUNCTIONS.includes(node.type) ? node : getValue(node);
  if (!isNode(owner) || !isNode(owner.body)) throw new Error('it is not a function');
  return { start: owner.body.start, end: owner.body.end, text: `{ ${change.body} }` };
}

/** The changed file. Throws if the place isn't found, or is ambiguous. */
export function mutate(file: string, text: string, names: readonly string[], change: Change): string {
  let node: Node | null = setParents(parseSync(file, text).program as unknown as Node);
  for (const name of names) {
    node = findNamed(node, name);
    if (!node) throw new Error(`there is no ${name}, or more than one`);
  }
  const { start, end, text: replacement } = findEdit(node, text, change);
  return text.slice(0, start) + replacement + text.slice(end);
}

/** If several files have that name, the one with the place is meant. */
export function applyMutation(root: string, { row, place, change }: Mutation): { file: string; text: string } {
  const [fileName = '', names = ''] = place.split(' ');
  const failures: string[] = [];
  const results = globSync(`src/**/${fileName}`, { cwd: root }).flatMap((file) => {
    try {
      return [{ file, text: mutate(file, readFileSync(path.join(root, file), 'utf8'), names ? names.split('.') : [], change) }];
    } catch (error) {
      failures.push(`${file}: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
  const [result] = results;
  if (result && results.length === 1) return result;
  throw new Error(`tools/specification/mutations.ts: ${row}, ${place}: ${results.length} places, not one. ${failures.join('; ')}`);
}
