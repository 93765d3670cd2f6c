/**
 * Prepared statements: PostgreSQL parses and plans such a statement once for each connection and then runs it by its name, which saves up to
 * half of the time of a short one. node-postgres prepares what has a name; the ORM has no public way to give one to raw SQL. So `queryPrepared`
 * marks a statement with a comment, and the pool's clients, which the transactions use too, name what is marked.
 */
import { createHash } from 'node:crypto';
import { PooledClient } from './pooled-client.ts';

export const PREPARE_MARK = '/* prepare */ ';

/** By text. There are few, because a statement's values aren't part of its text. */
const statementNames = new Map<string, string>();

/** Made from the text: behind a pooler processes share connections, and the same name must mean the same statement to all of them. */
function toStatementName(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const name = `shop_${createHash('sha256').update(text).digest('base64url')}`;
  statementNames.set(text, name);
  return name;
}

const isMarked = (config: unknown): config is { text: string } =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  config.text.startsWith(PREPARE_MARK);

/** For the pool's option `Client`. */
export class PreparingClient extends PooledClient {
  override query(config: unknown, ...rest: unknown[]): never {
    const named = isMarked(config) ? { ...config, name: toStatementName(config.text) } : config;
    return Reflect.apply(super.query, this, [named, ...rest]) as never;
  }
}
