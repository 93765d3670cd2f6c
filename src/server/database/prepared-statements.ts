/**
 * Prepared statements: PostgreSQL parses and plans such a statement once for each connection and then runs it by its name, which saves up to
 * half of the time of a short one. node-postgres prepares what has a name; the ORM has no public way to give one to raw SQL. So `queryPrepared`
 * marks a statement with a comment, and the pool's clients, which the transactions use too, name what is marked. As on the embedded database,
 * what has values within a transaction is named too, once it comes again: such statements find their rows by a key.
 */
import { createHash } from 'node:crypto';
import { PooledClient } from './pooled-client.ts';

export const PREPARE_MARK = '/* prepare */ ';

/** Longer ones are imports, whose text is another each time. */
export const MAX_PREPARED_TEXT_LENGTH = 8000;
/** A connection keeps its plans until it ends, so what comes later, such as the lists of ids of large edits, isn't named. */
const MAX_NAMES = 300;
const MAX_SEEN_TEXTS = 1000;

/** By text. Of those that are marked there are few, because a statement's values aren't part of its text. */
const statementNames = new Map<string, string>();
/** What came once within a transaction. */
const seenTexts = new Set<string>();

/** Made from the text: behind a pooler processes share connections, and the same name must mean the same statement to all of them. */
function toStatementName(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const name = `shop_${createHash('sha256').update(text).digest('base64url')}`;
  statementNames.set(text, name);
  return name;
}

function comesAgain(text: string): boolean {
  if (statementNames.has(text)) return true;
  if (statementNames.size >= MAX_NAMES || text.length > MAX_PREPARED_TEXT_LENGTH) return false;
  if (seenTexts.delete(text)) return true;
  if (seenTexts.size >= MAX_SEEN_TEXTS) seenTexts.clear();
  seenTexts.add(text);
  return false;
}

const hasText = (config: unknown): config is { text: string } =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';

/** For the pool's option `Client`. */
export class PreparingClient extends PooledClient {
  #isInTransaction = false;

  override query(config: unknown, ...rest: unknown[]): never {
    return Reflect.apply(super.query, this, [hasText(config) ? this.#name(config, rest[0]) : config, ...rest]) as never;
  }

  #name(config: { text: string }, values: unknown): { text: string; name?: string } {
    const { text } = config;
    if (/^begin\b/.test(text)) this.#isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const hasValues = Array.isArray(values) && values.length > 0;
    const isPrepared = text.startsWith(PREPARE_MARK) || (this.#isInTransaction && hasValues && comesAgain(text));
    return isPrepared ? { ...config, name: toStatementName(text) } : config;
  }
}
