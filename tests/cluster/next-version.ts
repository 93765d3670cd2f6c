/** A simulated next release: the same build with one more migration, which adds a column and an index to the orders. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/shop-process.ts';

const run = promisify(execFile);

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Returns its folder. Each further release has all migrations of those before it. */
export function createNextVersion(directory: string, number: number): string {
  const folder = path.join(directory, `release-${number}`);
  mkdirSync(folder);
  cpSync(path.join(root, 'build'), path.join(folder, 'build'), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const migrations = path.join(folder, 'build/server/shop/database/migrations');
  const journalFile = path.join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as Journal;
  for (let release = 1; release <= number; release += 1) {
    const last = journal.entries.at(-1);
    if (!last) throw new Error(`no migrations in ${migrations}`);
    const tag = `${String(last.idx + 1).padStart(4, '0')}_release_${release}`;
    const statements = [
      `-- outside of transactions\nalter table orders add column if not exists release_${release} text;`,
      `create index concurrently if not exists orders_release_${release} on orders (release_${release});`,
    ];
    writeFileSync(path.join(migrations, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  return folder;
}

/** An operator's command of this version; its output. Throws where it fails. */
export async function runShopCommand(folder: string, args: string[], env: Record<string, string>): Promise<string> {
  const command = [path.join(folder, 'build/server/shop.js'), ...args];
  const { stdout } = await run(process.execPath, command, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  return stdout;
}
