/** What a keyword finds. The words stand in the index products_search; docs/decisions/0014 says how. */
import { type SQL, sql } from 'drizzle-orm';
import type { Product, SearchSort } from '../../contract/product.ts';
import type { Database } from '../database/open.ts';
import { oftenRows, rowsOf } from '../database/rows.ts';
import { ROW, type Row, toProduct } from './row.ts';
import { type Cell, type ProductFilter, type Tally, tallyOf } from './tally.ts';

export interface SearchWindow {
  filter: ProductFilter;
  offset: number;
  limit: number;
  sort: SearchSort;
}

export interface Hits {
  products: Product[];
  /** Of all that the keyword finds, whatever is filtered by. */
  tally: Tally;
  /** There are more than were looked at. */
  isCut: boolean;
}

const ORDERS: Record<SearchSort, string> = {
  // A name that says little else is nearer to what was asked for than a long one.
  relevance: 'tier, length(sort_name), created_at desc, id',
  newest: 'created_at desc, id',
  'price-up': 'price_cents, id',
  'price-down': 'price_cents desc, id desc',
  name: 'sort_name, id',
};

/** What a term asks, as text of a tsquery: the function search_term says of what. Null: nothing that can be asked. */
export interface Term {
  isFiller: boolean;
  anywhere: string | null;
  named: string | null;
  whole: string | null;
}

export async function readTerm(db: Database, term: string, isLast: boolean, isAlone: boolean): Promise<Term> {
  const [read] = await oftenRows<Term>(
    db,
    sql`select is_filler as "isFiller", anywhere::text, named::text, whole::text from search_term(${term}, ${isLast}, ${isAlone})`,
  );
  if (!read) throw new Error('a function that gives one row gave none');
  return read;
}

/** What all terms together ask. */
export type Queries = Omit<Term, 'isFiller'>;

/** As a row for findHits. */
export const given = ({ anywhere, named, whole }: Queries): SQL =>
  sql`select ${sql.param(anywhere)}::tsquery as anywhere, ${sql.param(named)}::tsquery as named, ${sql.param(whole)}::tsquery as whole`;

/**
 * `asked` gives one row of three queries: see Queries. Looks at `most` products at the most; the bounds are those of the tally, and
 * of the filter's range. Within the statement a row stays where it was found (its ctid), so none is looked up again by its id.
 */
export async function findHits(
  db: Database,
  asked: SQL,
  { filter: { categoryIds, cents }, offset, limit, sort }: SearchWindow,
  bounds: readonly number[],
  most: number,
): Promise<Hits> {
  const order = sql.raw(ORDERS[sort]);
  const inCategories = categoryIds.length ? sql`category_id = any(${sql.param(categoryIds)}::uuid[])` : sql`true`;
  const inRange = cents ? sql`price_cents between ${cents[0]} and ${cents[1]}` : sql`true`;
  const [found] = await oftenRows<{ looked: number; cells: Cell[]; products: Row[] }>(
    db,
    sql`with asked as materialized (${asked}), hits as materialized (
        select ctid as spot, id, category_id, price_cents, created_at, sort_name, name_words from products
        where search_words(name, description, category_id) @@ (select anywhere from asked) limit ${most + 1}
      ), page as (
        select spot, row_number() over () as place from (
          select spot from (
            select *, case when name_words @@ whole then 0 when name_words @@ named then 1 else 2 end as tier
            from hits, asked where ${inCategories} and ${inRange}
          ) ranked order by ${order} limit ${limit} offset ${offset}
        ) shown
      )
      select (select count(*) from hits)::int as looked,
        (select coalesce(json_agg(cell), '[]') from (
          select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, count(*)::int as count
          from hits group by 1, 2) cell) as cells,
        (select coalesce(json_agg(product order by place), '[]') from (
          select place, ${ROW} from page join products p on p.ctid = page.spot) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  return {
    products: found.products.map(({ place: _, ...row }: Row & { place?: number }) => toProduct(row)),
    tally: tallyOf(bounds, found.cells),
    isCut: found.looked > most,
  };
}

/** Words of the shop that the word may have been meant to be: near to it in length and letters, or holding it. */
export async function listNearWords(db: Database, word: string): Promise<{ word: string; isInName: boolean }[]> {
  return rowsOf(
    db,
    sql`with meant as (select (search_forms(${word}))[1] as word)
      select v.word, v.is_in_name as "isInName" from vocabulary v, meant
        where length(v.word) between length(meant.word) - 2 and length(meant.word) + 2
          -- Two letters that changed places count as two here.
          and levenshtein_less_equal(v.word, meant.word, 3) <= 3
      union
      (select v.word, v.is_in_name from vocabulary v, meant
        where length(meant.word) >= 3 and v.word like '%' || meant.word || '%' order by length(v.word), v.word limit 10)`,
  );
}

/** Categories in whose names all terms stand, the last one begun at least; by name. */
export async function listNamedCategories(
  db: Database,
  { named }: Queries,
  limit: number,
): Promise<{ _id: string; name: string; slug: string }[]> {
  return rowsOf(
    db,
    sql`select id as _id, name, slug from categories where name_words @@ ${sql.param(named)}::tsquery order by lower(name), id limit ${limit}`,
  );
}
