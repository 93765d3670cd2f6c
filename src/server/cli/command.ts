/** What every command of `npm run shop` is made of. */
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import type { Deps } from '../deps.ts';

export interface Command {
  /** The arguments as help shows them. */
  usage: string;
  summary: string;
  /** Gives the exit code; throws an Error whose message is for the operator. */
  run: (args: string[]) => Promise<number>;
}

/** 2 is what shells and tools mean by 'called wrongly'. */
export const EXIT_CODE = { ok: 0, failed: 1, usage: 2 } as const;

export function print(line: string): void {
  console.log(line);
}

/** Opens the shop's own database for as long as `work` takes. Throws where a running server holds the embedded one. */
export async function withShop<T>(work: (deps: Pick<Deps, 'db' | 'uploadsDir' | 'now'>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config, { warn: (details, message) => console.error(message, details) });
  try {
    return await work({ db: database.db, uploadsDir: path.join(config.dataDir, 'uploads'), now: () => new Date() }, config);
  } finally {
    await database.close();
  }
}

/** Nothing in a file that somebody sent may move the cursor or colour the terminal. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
