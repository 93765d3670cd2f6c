/**
 * How often a search shows what was wanted among its first eight. The queries are made from the goods by rule, not chosen: every
 * product of the demo, and of 10,000 made-up ones as many as QUERIES says (2,000), at even distances. SEED=2 spells differently.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { PAGE_SIZE } from '../src/contract/common.ts';
import { NO_FILTER } from '../src/server/catalog/search/facet-counts.ts';
import { searchProducts } from '../src/server/catalog/search/search.service.ts';
import { type Database, openEmbedded } from '../src/server/database/connect.ts';
import { uncached } from '../src/server/response-cache/memoize.ts';
import { makeCategory, makeProducts } from '../tests/products.ts';
import { fillCatalogue } from './catalogue/fill.ts';
import { diceOf, makeGoods, pick } from './catalogue/make.ts';
import { writePart } from './results.ts';

const QUERIES = Number(process.env.QUERIES ?? 2000);
const GOODS = 10_000;
const DEMO = path.join(import.meta.dirname, '../src/server/seed/catalog.csv');

type Dice = () => number;
/** Null: of this name no such query can be made. */
type Misspell = (words: string[], dice: Dice) => string[] | null;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const isWord = (word: string) => /^\p{L}+$/u.test(word);

/** One letter exchanged, left out, doubled by another, or swapped with the next. */
function slip(word: string, dice: Dice): string {
  const letters = [...word];
  const at = Math.floor(dice() * letters.length);
  const other = pick(LETTERS, dice);
  const next = letters[at + 1];
  switch (Math.floor(dice() * 4)) {
    case 0:
      letters[at] = other;
      break;
    case 1:
      letters.splice(at, 1);
      break;
    case 2:
      letters.splice(at, 0, other);
      break;
    default:
      if (next !== undefined) letters.splice(at, 2, next, letters[at] ?? '');
  }
  return letters.join('');
}

/** In one of the words that are long enough; again until it is another word. */
function misspell(words: string[], least: number, slips: number, dice: Dice): string[] | null {
  const long = words.flatMap((word, index) => (isWord(word) && word.length >= least ? [index] : []));
  if (!long.length) return null;
  const at = pick(long, dice);
  const right = words[at] ?? '';
  let wrong = right;
  while (wrong.toLowerCase() === right.toLowerCase()) {
    wrong = right;
    for (let n = 0; n < slips; n += 1) wrong = slip(wrong, dice);
  }
  return words.with(at, wrong);
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Of the last word that is no measure. */
function pluralize(words: string[]): string[] | null {
  const at = words.findLastIndex((word) => isWord(word) && word.length > 2);
  return at < 0 ? null : words.with(at, plural(words[at] ?? ''));
}

const KINDS: { name: string; goal: number; make: Misspell }[] = [
  { name: 'the whole name', goal: 1, make: (words) => words },
  {
    name: 'its start: the last word half typed',
    goal: 1,
    make: (words) => words.with(-1, (words.at(-1) ?? '').slice(0, Math.max(3, Math.ceil((words.at(-1) ?? '').length / 2)))),
  },
  { name: 'two words swapped', goal: 1, make: (words) => (words.length < 2 ? null : [...words.slice(1), words[0] ?? '']) },
  { name: 'plural', goal: 1, make: pluralize },
  { name: 'one letter wrong', goal: 0.97, make: (words, dice) => misspell(words, 3, 1, dice) },
  { name: 'two letters wrong in a word of six or more', goal: 0.85, make: (words, dice) => misspell(words, 6, 2, dice) },
];

async function measure(db: Database, names: string[], rows: string[][], where: string): Promise<void> {
  const window = { filter: NO_FILTER, offset: 0, limit: PAGE_SIZE, sort: 'relevance' } as const;
  for (const { name: kind, goal, make } of KINDS) {
    const dice = diceOf(Number(process.env.SEED ?? 1));
    let asked = 0;
    const missed: string[] = [];
    for (const name of names) {
      const query = make(name.split(' '), dice)?.join(' ');
      if (!query) continue;
      asked += 1;
      const { products } = await searchProducts({ db, memoize: uncached }, query, window, []);
      if (!products.some((product) => product.name === name)) missed.push(`${query} (${name})`);
    }
    const share = (asked - missed.length) / asked;
    rows.push([`${where}: ${kind}`, String(asked), `${(100 * share).toFixed(1)} %`, `${goal * 100} %`]);
    console.log(rows.at(-1)?.join('   '), share < goal ? `\n    ${missed.slice(0, 12).join('\n    ')}` : '');
    if (share < goal) process.exitCode = 1;
  }
}

const rows = [['the wanted product among the first eight', 'queries', 'share', 'goal']];
for (const where of ['demo', 'made up'] as const) {
  const { db, close } = await openEmbedded({ memory: true });
  if (where === 'demo') {
    const demo = parse(readFileSync(DEMO), { columns: true, bom: true }) as { name: string; description: string; category: string }[];
    const categories = new Map<string, string>();
    for (const { category } of demo) if (!categories.has(category)) categories.set(category, await makeCategory(db, category));
    await makeProducts(
      db,
      demo.map(({ name, description, category }) => ({ name, description, categoryId: categories.get(category) ?? '' })),
    );
    await measure(
      db,
      demo.map(({ name }) => name),
      rows,
      where,
    );
  } else {
    await fillCatalogue(db, GOODS);
    const step = Math.max(1, Math.floor(GOODS / QUERIES));
    const names = [...makeGoods(GOODS)].map(({ name }) => name).filter((_, index) => index % step === 0);
    await measure(db, names, rows, where);
  }
  await close();
}
writePart({
  title: 'Search quality',
  command: 'npm run bench -- search-quality',
  how: `Each product of the demo, and every ${Math.floor(GOODS / QUERIES)}th of ${GOODS} made-up ones, asked for in six ways; letters go wrong by dice (seed ${process.env.SEED ?? 1}).`,
  rows,
});
