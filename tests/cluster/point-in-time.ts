/** Point-in-time recovery by the commands of docs/operations/recovery.md, on a fourth machine while the cluster goes on selling. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { root } from '../support/shop-process.ts';
import { createMachine, type Machine } from './network.ts';
import { poll } from './poll.ts';

const ADDRESS = '10.0.0.24';
const ARCHIVE = '/mnt/archive';
/** archive_timeout, and more for a busy machine. */
const ARCHIVED_WITHIN = 4 * MINUTE;

/** The page's blocks of commands, with the paths and addresses replaced that differ here. */
export function readRecoveryCommands(replacements: [from: string | RegExp, to: string][] = []): string[] {
  const text = readFileSync(path.join(root, 'docs/operations/recovery.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  return blocks.map((it) => replacements.reduce((commands, [from, to]) => commands.replaceAll(from, to), it));
}

/** The folder that all machines mount, on another disk. */
export const shareArchive = (machine: Machine, directory: string): void => {
  const shared = path.join(directory, 'archive');
  mkdirSync(shared, { recursive: true });
  machine.mountFolder(shared, ARCHIVE);
  for (const it of ['wal', 'base']) machine.makeFolder(`${ARCHIVE}/${it}`, 'postgres');
};

async function ask<T extends pg.QueryResultRow>(url: string, question: string, values: unknown[] = []): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<T>(question, values);
    return rows[0] as T;
  } finally {
    await client.end();
  }
}

interface Minute {
  minute: string;
  ids: string[];
}

/**
 * The mark is a moment later than its count, and committed orders are visible only once a standby has them too. So what was
 * counted has to be there, orders in progress may be, and nothing that began after the mark.
 */
const MARK = `select clock_timestamp()::text as minute, (select coalesce(json_agg(id), '[]') from orders) as ids`;

async function compareWithMinute(url: string, { minute, ids }: Minute): Promise<string[]> {
  const { missing, later } = await ask<{ missing: number; later: number }>(
    url,
    `select (select count(*)::int from unnest($1::uuid[]) counted where not exists (select from orders where orders.id = counted)) as missing,
      (select count(*)::int from orders where created_at > $2::timestamptz) as later`,
    [ids, minute],
  );
  return [
    ...(missing ? [`the state of ${minute} lacks ${missing} of ${ids.length} orders`] : []),
    ...(later ? [`the state of ${minute} has ${later} orders that began after it`] : []),
  ];
}

export async function createRecovery(rootFs: string, directory: string, password: string, directUrl: string) {
  const machine = createMachine('db4', ADDRESS, rootFs, directory);
  shareArchive(machine, directory);
  machine.makeFolder('/var/lib/postgresql/17', 'postgres');
  machine.makeFolder('/var/run/postgresql', 'postgres');
  const runCommands = async (commands: string) => {
    const started = machine.start(['bash', '-euc', commands], { user: 'postgres', env: { PGPASSWORD: password } });
    const code = await new Promise((resolve) => started.process.once('exit', resolve));
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${started.output()}`);
  };
  let before: Minute | undefined;
  return {
    copy: async () => runCommands(readRecoveryCommands([['$(date -u +%F)', 'copy']])[0] ?? ''),
    /** Nothing from here on may be there. */
    mark: async () => {
      before = await ask<Minute>(directUrl, MARK);
    },
    /** What differs from the state at the mark. The restored database is at `url`. */
    restore: async (): Promise<{ findings: string[]; url: string }> => {
      if (!before) throw new Error('no minute is marked');
      const { minute } = before;
      const { segment } = await ask<{ segment: string }>(directUrl, 'select pg_walfile_name(pg_current_wal_lsn()) as segment');
      const isArchived = async () => {
        const { last } = await ask<{ last: string }>(directUrl, 'select last_archived_wal as last from pg_stat_archiver');
        return last >= segment;
      };
      if (!(await poll(isArchived, ARCHIVED_WITHIN)))
        throw new Error(`${segment} isn't in the archive after ${ARCHIVED_WITHIN / SECOND} s`);
      const [, commands = ''] = readRecoveryCommands([
        ['2026-11-25 14:32:00+00', minute],
        ['2026-11-22', 'copy'],
      ]);
      await runCommands(commands);
      const url = directUrl.replace(/@[\d.]+:\d+/, `@${ADDRESS}:5432`);
      const findings = await compareWithMinute(url, before);
      const { ids } = await ask<Minute>(directUrl, MARK);
      if (ids.length <= before.ids.length) findings.push(`nobody bought after ${minute}, so that nothing is proven`);
      return { findings, url };
    },
  };
}
