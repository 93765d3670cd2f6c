/**
 * Writes the text of a statement that consists of SQL, plain values and nested statements of the same kind. drizzle's dialect supports
 * every kind of part, and looks at each part many times: for filters and searches that took a sixth of the server's CPU time
 * (docs/decisions/0017).
 */
import { Param, SQL, StringChunk, sql } from 'drizzle-orm';

const PLAIN_TYPES = new Set(['string', 'number', 'boolean']);

/** Appends the placeholders' values to `params`. Null for other kinds of parts, such as a table or a column. */
function writeSql(part: unknown, params: unknown[]): string | null {
  if (part instanceof StringChunk) return part.value.join('');
  if (part instanceof SQL) {
    let text = '';
    for (const chunk of part.queryChunks) {
      const written = writeSql(chunk, params);
      if (written === null) return null;
      text += written;
    }
    return text;
  }
  if (part instanceof Param) params.push(part.encoder.mapToDriverValue(part.value));
  else if (PLAIN_TYPES.has(typeof part)) params.push(part);
  else return null;
  return `$${params.length}`;
}

/** The compiled statement, after `prefix`. If it has other kinds of parts, the same statement for drizzle to compile. */
export function compileSql(prefix: string, statement: SQL): SQL {
  const params: unknown[] = [];
  const text = writeSql(statement, params);
  if (text === null) return sql.raw(prefix).append(statement);
  const compiled = sql.raw('');
  compiled.toQuery = () => ({ sql: prefix + text, params });
  return compiled;
}
