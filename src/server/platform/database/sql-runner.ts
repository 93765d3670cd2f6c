/** One session of either database, through which migrations and SQL functions are applied. */
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';

/** Separates the statements of a file of SQL functions by what they lock, so that none holds another's locks. */

export interface FunctionStatements {
  /** They lock no table. */
  functions: string[];
  /** Each locks its table against writers until its transaction ends. */
  triggers: { name: string; table: string; text: string }[];
  /** Former triggers to drop: each locks its table against everybody until its transaction ends. */
  droppedTriggers: { name: string; table: string; text: string }[];
  /** Run after the triggers are up to date: statements that count or fill, and drops of functions that no trigger calls any more. */
  others: string[];
}

/** What a semicolon may stand in without ending a statement: a comment, a quoted text or name, a body between dollar signs. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/y;
/** Within `begin atomic` a semicolon ends a statement of the body; `case` ends by the same word. */
const WORD = /\bbegin\s+atomic\b|\bcase\b|\bend\b/iy;

export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(sql);
    if (quoted) {
      at += quoted[0].length;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(sql)?.[0];
    if (word) {
      const isEnd = /^end$/i.test(word);
      if (isEnd) depth = Math.max(0, depth - 1);
      else if (depth > 0 || /^begin/i.test(word)) depth += 1;
      at += word.length;
      continue;
    }
    at += 1;
    if (sql[at - 1] !== ';' || depth > 0) continue;
    statements.push(sql.slice(start, at).trim());
    start = at;
  }
  const rest = sql.slice(start).trim();
  return removeComments(rest) ? [...statements, rest] : statements;
}

/** The code without comments and with single blanks, for telling whether it changed. Quoted texts stay as they are. */
export function removeComments(sql: string): string {
  const body = /(\$\w*\$)([\s\S]*?)\1/g;
  const outside = (text: string) =>
    text
      .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (it) => (it.startsWith("'") ? it : ' '))
      .split(/('(?:[^']|'')*')/)
      .map((it, index) => (index % 2 ? it : it.replace(/\s+/g, ' ')))
      .join('');
  return outside(sql.replace(body, (_all, quote: string, text: string) => `${quote}${outside(text)}${quote}`)).trim();
}

const TRIGGER = /^create or replace trigger (\w+) [\s\S]*? on (\w+)\b/i;
const DROPPED_TRIGGER = /^drop trigger if exists (\w+) on (\w+)\b/i;

export function sortStatements(sql: string): FunctionStatements {
  const sorted: FunctionStatements = { functions: [], triggers: [], droppedTriggers: [], others: [] };
  for (const text of splitStatements(sql)) {
    const code = removeComments(text);
    const [, created, table] = TRIGGER.exec(code) ?? [];
    const [, dropped, droppedFrom] = DROPPED_TRIGGER.exec(code) ?? [];
    if (created && table) sorted.triggers.push({ name: `${created} on ${table}`, table, text });
    else if (dropped && droppedFrom) sorted.droppedTriggers.push({ name: `${dropped} on ${droppedFrom}`, table: droppedFrom, text });
    else if (/^create or replace function /i.test(code)) sorted.functions.push(text);
    else sorted.others.push(text);
  }
  return sorted;
}

export interface SqlRunner {
  /** Several statements in one call are one transaction. */
  run: (statements: string) => Promise<void>;
  query: <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;
}

export function createEmbeddedRunner(client: PGlite): SqlRunner {
  return {
    run: async (statements) => void (await client.exec(statements)),
    query: async <Row>(statement: string, values?: unknown[]) => (await client.query<Row>(statement, values)).rows,
  };
}

export function createServerRunner(client: pg.ClientBase): SqlRunner {
  return {
    run: async (statements) => void (await client.query(statements)),
    query: async <Row>(statement: string, values?: unknown[]) => (await client.query(statement, values)).rows as Row[],
  };
}
