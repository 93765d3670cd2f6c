/** What every command of `npm run shop` has, and what they share. */
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import type { Deps } from '../deps.ts';

export interface Command {
  name: string;
  /** Further names under which it can be called. */
  aliases?: readonly string[];
  /** The arguments as help shows them; empty where there are none. */
  usage: string;
  summary: string;
  /** Returns the exit code. Throws an Error whose message is for the operator; those of parseArgs mean that it was called wrongly. */
  run: (args: string[]) => Promise<number>;
}

/** 2 is what shells return for a wrong usage. */
export const EXIT_CODE = { ok: 0, failed: 1, usage: 2 } as const;

export function print(line: string): void {
  console.log(line);
}

/** Opens the shop's database while `work` runs. Throws where a running server has the embedded one open. */
export async function withShop<T>(work: (deps: Pick<Deps, 'db' | 'uploadsDir' | 'now'>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config, { warn: (details, message) => console.error(message, details) });
  try {
    return await work({ db: database.db, uploadsDir: path.join(config.dataDir, 'uploads'), now: () => new Date() }, config);
  } finally {
    await database.close();
  }
}

/** Removes control characters, so that text from a file can't move the cursor or colour the terminal. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** As it is typed after `npm run shop --`. */
export function formatUsage({ name, usage }: Command): string {
  return `${name} ${usage}`.trim();
}
