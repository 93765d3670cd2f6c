/**
 * How often a search shows the wanted product among its first eight results. Some queries are generated from product names: every product
 * of the demo, and QUERIES=2000 of 10,000 generated ones; SEED=2 makes other spelling mistakes. Others are written as people ask them
 * (search-questions.txt); MISSED=on lists those that fail, but never the ones that are held out.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { PAGE_SIZE } from '../src/contract/limits.ts';
import { uncached } from '../src/server/platform/cache/open-response-cache.ts';
import { type Database, openEmbedded } from '../src/server/platform/database/connect.ts';
import { type Random, seededRandom } from '../src/server/platform/secrets/random.ts';
import { NO_FILTER } from '../src/server/shop/catalog/search/facet-counts.ts';
import { searchProducts } from '../src/server/shop/catalog/search/search.service.ts';
import { updateSynonyms } from '../src/server/shop/catalog/search/synonyms.service.ts';
import { makeCategory, makeProducts } from '../tests/support/products.ts';
import { generateProducts, pickRandom } from './catalog/generate.ts';
import { insertCatalog } from './catalog/insert.ts';
import { writeSection } from './results.ts';
import { findForeignQuestions, type Question, readQuestions } from './search-questions.ts';

const QUERY_COUNT = Number(process.env.QUERIES ?? 2000);
const PRODUCT_COUNT = 10_000;
const DEMO_CSV = path.join(import.meta.dirname, '../src/server/shop/seed/catalog.csv');

/** Null: no such query can be made from this name. */
type QueryMutation = (words: string[], random: Random) => string[] | null;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const isWord = (word: string) => /^\p{L}+$/u.test(word);

/** One letter exchanged, left out, doubled by another, or swapped with the next. */
function introduceTypo(word: string, random: Random): string {
  const letters = [...word];
  const index = Math.floor(random() * letters.length);
  const other = pickRandom(LETTERS, random);
  const next = letters[index + 1];
  switch (Math.floor(random() * 4)) {
    case 0:
      letters[index] = other;
      break;
    case 1:
      letters.splice(index, 1);
      break;
    case 2:
      letters.splice(index, 0, other);
      break;
    default:
      if (next !== undefined) letters.splice(index, 2, next, letters[index] ?? '');
  }
  return letters.join('');
}

/** In one of the words that are long enough; repeated until it differs. */
function misspell(words: string[], minLength: number, typoCount: number, random: Random): string[] | null {
  const candidates = words.flatMap((word, index) => (isWord(word) && word.length >= minLength ? [index] : []));
  if (!candidates.length) return null;
  const index = pickRandom(candidates, random);
  const correctWord = words[index] ?? '';
  let misspelled = correctWord;
  while (misspelled.toLowerCase() === correctWord.toLowerCase()) {
    misspelled = correctWord;
    for (let n = 0; n < typoCount; n += 1) misspelled = introduceTypo(misspelled, random);
  }
  return words.with(index, misspelled);
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Of the last word that isn't a measure. */
function pluralize(words: string[]): string[] | null {
  const index = words.findLastIndex((word) => isWord(word) && word.length > 2);
  return index < 0 ? null : words.with(index, plural(words[index] ?? ''));
}

const QUERY_KINDS: { name: string; goal: number; mutate: QueryMutation }[] = [
  { name: 'the whole name', goal: 1, mutate: (words) => words },
  {
    name: 'its start: the last word half typed',
    goal: 1,
    mutate: (words) => words.with(-1, (words.at(-1) ?? '').slice(0, Math.max(3, Math.ceil((words.at(-1) ?? '').length / 2)))),
  },
  { name: 'two words swapped', goal: 1, mutate: (words) => (words.length < 2 ? null : [...words.slice(1), words[0] ?? '']) },
  { name: 'plural', goal: 1, mutate: pluralize },
  { name: 'one letter wrong', goal: 0.97, mutate: (words, random) => misspell(words, 3, 1, random) },
  { name: 'two letters wrong in a word of six or more', goal: 0.85, mutate: (words, random) => misspell(words, 6, 2, random) },
];

async function measureQuality(db: Database, names: string[], rows: string[][], catalog: string): Promise<void> {
  const window = { filter: NO_FILTER, offset: 0, limit: PAGE_SIZE, sort: 'relevance' } as const;
  for (const { name: kind, goal, mutate } of QUERY_KINDS) {
    const random = seededRandom(Number(process.env.SEED ?? 1));
    let queryCount = 0;
    const missedQueries: string[] = [];
    for (const name of names) {
      const query = mutate(name.split(' '), random)?.join(' ');
      if (!query) continue;
      queryCount += 1;
      const { products } = await searchProducts({ db, memoize: uncached }, query, window, []);
      if (!products.some((product) => product.name === name)) missedQueries.push(`${query} (${name})`);
    }
    const successRate = (queryCount - missedQueries.length) / queryCount;
    rows.push([`${catalog}: ${kind}`, String(queryCount), `${(100 * successRate).toFixed(1)} %`, `${goal * 100} %`]);
    console.log(rows.at(-1)?.join('   '), successRate < goal ? `\n    ${missedQueries.slice(0, 12).join('\n    ')}` : '');
    if (successRate < goal) process.exitCode = 1;
  }
}

const QUESTION_GOAL = 0.95;

async function measureQuestions(db: Database, names: string[], rows: string[][]): Promise<void> {
  const window = { filter: NO_FILTER, offset: 0, limit: PAGE_SIZE, sort: 'relevance' } as const;
  const questions = readQuestions(names);
  const foreign = await findForeignQuestions(db, questions);
  const listAnswered = async (): Promise<Set<Question>> => {
    const answered = new Set<Question>();
    for (const question of questions) {
      const { products } = await searchProducts({ db, memoize: uncached }, question.keyword, window, []);
      if (question.wanted.every((name) => products.some((product) => product.name === name))) answered.add(question);
      else if (process.env.MISSED && !question.isHeldOut) console.log(`    ${question.keyword} (${question.wanted.join(', ')})`);
    }
    return answered;
  };
  const addRow = (name: string, asked: Question[], answered: Set<Question>, goal?: number) => {
    const successRate = asked.filter((it) => answered.has(it)).length / asked.length;
    rows.push([`demo: ${name}`, String(asked.length), `${(100 * successRate).toFixed(1)} %`, goal ? `${goal * 100} %` : '']);
    console.log(rows.at(-1)?.join('   '));
    if (goal && successRate < goal) process.exitCode = 1;
  };
  const answered = await listAnswered();
  const [tuned, heldOut] = [questions.filter((it) => !it.isHeldOut), questions.filter((it) => it.isHeldOut)];
  addRow('as people ask, while tuning', tuned, answered, QUESTION_GOAL);
  addRow('as people ask, held out', heldOut, answered, QUESTION_GOAL);
  addRow('of both: with a word that the product has not', [...foreign], answered);
  await updateSynonyms({ db }, []);
  const answeredWithout = await listAnswered();
  addRow('as people ask, held out, no synonyms listed', heldOut, answeredWithout);
}

const rows = [['the wanted product among the first eight', 'queries', 'share', 'goal']];
for (const catalog of ['demo', 'generated'] as const) {
  const { db, close } = await openEmbedded({ memory: true });
  if (catalog === 'demo') {
    const demoProducts = parse(readFileSync(DEMO_CSV), { columns: true, bom: true }) as {
      name: string;
      description: string;
      category: string;
    }[];
    const categories = new Map<string, string>();
    for (const { category } of demoProducts) if (!categories.has(category)) categories.set(category, await makeCategory(db, category));
    await makeProducts(
      db,
      demoProducts.map(({ name, description, category }) => ({ name, description, categoryId: categories.get(category) ?? '' })),
    );
    const names = demoProducts.map(({ name }) => name);
    await measureQuality(db, names, rows, catalog);
    await measureQuestions(db, names, rows);
  } else {
    await insertCatalog(db, PRODUCT_COUNT);
    const step = Math.max(1, Math.floor(PRODUCT_COUNT / QUERY_COUNT));
    const names = [...generateProducts(PRODUCT_COUNT)].map(({ name }) => name).filter((_, index) => index % step === 0);
    await measureQuality(db, names, rows, catalog);
  }
  await close();
}
writeSection({
  title: 'Search quality',
  command: 'npm run bench -- search-quality',
  method: `Each product of the demo, and every ${Math.floor(PRODUCT_COUNT / QUERY_COUNT)}th of ${PRODUCT_COUNT} generated ones, searched for in six ways; spelling mistakes are random (seed ${process.env.SEED ?? 1}). Then questions of one to five words, written as people ask them before the search knew synonyms and near matches (bench/search-questions.txt): all wanted products have to be among the first eight. Every third is held out: nobody looked at it while tuning.`,
  rows,
});
