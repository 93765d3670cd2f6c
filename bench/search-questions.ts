/** Reads search-questions.txt: what people type, and the products of the demo catalog that they want. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';

const FILE = path.join(import.meta.dirname, 'search-questions.txt');

export interface Question {
  keyword: string;
  /** Names. All of them have to be among the first eight. */
  wanted: string[];
  /** Held out: not looked at while the search is tuned. */
  isHeldOut: boolean;
}

export function readQuestions(names: readonly string[]): Question[] {
  const lines = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return lines.map((line, index) => {
    const [keyword = '', products = ''] = line.split(' = ');
    const wanted = products.split(' | ');
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length) throw new Error(`The demo catalog has no ${unknown.join(', ')}`);
    return { keyword, wanted, isHeldOut: index % 3 === 2 };
  });
}

/** Questions with a word that is in no form in the wanted product's name or description. */
export async function findForeignQuestions(db: Database, questions: readonly Question[]): Promise<Set<Question>> {
  const readStems = async (texts: readonly string[]) => {
    const rows = await query<{ text: string; stems: string[] }>(
      db,
      sql`select text, search_stems(text) as stems from unnest(${sql.param(texts)}::text[]) text`,
    );
    return new Map(rows.map(({ text, stems }) => [text, stems]));
  };
  const products = await query<{ name: string; text: string }>(db, sql`select name, name || ' ' || description as text from products`);
  const textOf = new Map(products.map(({ name, text }) => [name, text]));
  const stems = await readStems([...questions.map(({ keyword }) => keyword), ...products.map(({ text }) => text)]);
  const isForeign = ({ keyword, wanted }: Question) =>
    wanted.some((name) => stems.get(keyword)?.some((stem) => !stems.get(textOf.get(name) ?? '')?.includes(stem)));
  return new Set(questions.filter(isForeign));
}
