/** Finds rows whose text contains a keyword: lower-case names and emails, which have a trigram index. */
import { type SQL, sql } from 'drizzle-orm';

/** The index needs three letters. Shorter keywords are compared with each text, for which `strpos` takes half the time of `like`. */
export function buildTextCondition(text: SQL, keyword: string): SQL {
  if (keyword.length < 3) return sql`strpos(${text}, lower(${keyword})) > 0`;
  return sql`${text} like lower(${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`})`;
}
