/**
 * Prepared statements: PostgreSQL parses and plans such a statement once for each connection and then runs it by its name, which saves up to
 * half of the time of a short one. node-postgres prepares what has a name; the ORM has no public way to give one to raw SQL. So `queryPrepared`
 * marks a statement with a comment, and the pool's clients, which the transactions use too, name what is marked. As on the embedded database,
 * what has values within a transaction is named too, once it comes again: such statements find their rows by a key.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PooledClient } from './pooled-client.ts';

export const PREPARE_MARK = '/* prepare */ ';

/** Longer statements are imports, whose text differs each time. */
export const MAX_PREPARED_TEXT_LENGTH = 8000;
/**
 * A connection keeps its plans until it ends. So after this many, further statements, such as large edits with lists of ids, aren't named.
 */
const MAX_PLANS = 300;
const MAX_SEEN_TEXTS = 1000;

/** Names of marked statements by their text. There are few, because values aren't part of the text; bounded in case some differ after all. */
const statementNames = new LRUCache<string, string>({ max: MAX_SEEN_TEXTS });
/** Texts of statements that ran once within a transaction. */
const seenTexts = new Set<string>();

/** Derived from the text: behind a pooler, processes share connections, and a name must mean the same statement to all of them. */
const makeName = (text: string) => `shop_${createHash('sha256').update(text).digest('base64url')}`;

/** The name of a marked statement. */
function toStatementName(text: string): string {
  const known = statementNames.get(text) ?? makeName(text);
  statementNames.set(text, known);
  return known;
}

function comesAgain(text: string): boolean {
  if (seenTexts.has(text)) return true;
  if (seenTexts.size >= MAX_SEEN_TEXTS) seenTexts.clear();
  seenTexts.add(text);
  return false;
}

const hasText = (config: unknown): config is { text: string } =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';

/** The class that the pool uses for its clients (option `Client`). */
export class PreparingClient extends PooledClient {
  #isInTransaction = false;
  /** Names of statements within this connection's transactions, by text. */
  readonly #plans = new Map<string, string>();

  override query(config: unknown, ...rest: unknown[]): never {
    return Reflect.apply(super.query, this, [hasText(config) ? this.#prepare(config, rest[0]) : config, ...rest]) as never;
  }

  #prepare(config: { text: string }, values: unknown): { text: string; name?: string } {
    const { text } = config;
    if (text.startsWith(PREPARE_MARK)) return { ...config, name: toStatementName(text) };
    if (/^begin\b/.test(text)) this.#isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = this.#isInTransaction && hasValues ? this.#findPlan(text) : undefined;
    return name ? { ...config, name } : config;
  }

  #findPlan(text: string): string | undefined {
    const known = this.#plans.get(text);
    if (known || this.#plans.size >= MAX_PLANS || text.length > MAX_PREPARED_TEXT_LENGTH || !comesAgain(text)) return known;
    const name = makeName(text);
    this.#plans.set(text, name);
    return name;
  }
}
