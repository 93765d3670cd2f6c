/** The commands `backup` and `restore`. */
import { parseArgs } from 'node:util';
import { BACKUP_STEPS } from '../../contract/backups.ts';
import { createPublicFetch } from '../platform/http/public-fetch.ts';
import { createFilesPrivately } from '../platform/process/data-dir.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import type { Keep } from '../shop/connections/backup-plan.ts';
import { BackupError, STEP_LINES } from '../shop/integrity/backup/backup-format.ts';
import { type BackupResult, createBackup } from '../shop/integrity/backup/create-backup.ts';
import { restore } from '../shop/integrity/backup/restore.ts';
import { type Command, EXIT_CODE, formatCount, formatNumber, print, printFindings, runOperation, warn } from './command.ts';
import { callRunningShop, isShopRunning } from './operator-socket.ts';

const STEPS = new Map(BACKUP_STEPS.map((step) => [STEP_LINES[step], step]));

/** Null: not a number that makes sense. Undefined: nothing is deleted. */
function readKeep({ keep, days, weeks }: Record<'keep' | 'days' | 'weeks', string | undefined>): Keep | null | undefined {
  const [newest, ofDays, ofWeeks] = [keep, days, weeks].map((it) => (it === undefined ? undefined : Number(it)));
  const isCount = (it: number, least: number) => Number.isInteger(it) && it >= least;
  if (newest !== undefined) return isCount(newest, 1) && days === undefined && weeks === undefined ? { newest } : null;
  if (ofDays === undefined) return ofWeeks === undefined ? undefined : null;
  return isCount(ofDays, 1) && isCount(ofWeeks ?? 0, 0) ? { days: ofDays, weeks: ofWeeks ?? 0 } : null;
}

function describe({ location, bytes, rows, images, heldMs, deleted, notDeleted }: BackupResult): string[] {
  return [
    `Backup: ${location} (${(bytes / 1e6).toFixed(1)} MB, ${formatCount(rows, 'row')}, ${formatCount(images, 'image file')})`,
    ...(heldMs ? [`The shop waited ${formatCount(heldMs, 'millisecond')} for it`] : []),
    ...(deleted ? [`${formatCount(deleted, 'older backup')} deleted`] : []),
    ...(notDeleted ? [`Older backups couldn't be deleted: ${notDeleted}`] : []),
  ];
}

export const backupCommand: Command = {
  name: 'backup',
  usage:
    '[<file|folder|s3://bucket/prefix>] [--check] [--keep <number>] [--keep-days <number> [--keep-weeks <number>]] [--public-only] [--json [--steps]]',
  summary:
    'save database and images while the shop is open, into BACKUP_TO where no destination is given; encrypted where BACKUP_PASSPHRASE is set; --check restores it into a scratch database and verifies that; --keep deletes all but so many of the folder, --keep-days and --keep-weeks all but those of so many days and the newest one of so many weeks; --public-only refuses a bucket inside of the own network, except at BACKUP_HOSTS; --json says the result for programs, --steps before it each step',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        keep: { type: 'string' },
        'keep-days': { type: 'string' },
        'keep-weeks': { type: 'string' },
        'public-only': { type: 'boolean' },
        json: { type: 'boolean' },
        steps: { type: 'boolean' },
      },
    });
    const config = readConfig();
    const { to = config.backup.to, others } = { to: positionals[0], others: positionals.slice(1) };
    const keep = readKeep({ keep: values.keep, days: values['keep-days'], weeks: values['keep-weeks'] });
    if (!to || others.length || keep === null) return EXIT_CODE.usage;
    createFilesPrivately();
    const { passphrase, s3Keys, hosts } = config.backup;
    const publicFetch = values['public-only'] ? createPublicFetch({ privateHosts: hosts }) : undefined;
    const isOpen = !config.databaseUrl && (await isShopRunning(config.dataDir));
    const copyFromShop = isOpen
      ? async (to: string) => (await callRunningShop(config.dataDir, 'copy-database', { input: { to } })).heldMs
      : null;
    const report = (line: string) => {
      if (!values.json) print(line);
      else if (values.steps) print(JSON.stringify({ step: STEPS.get(line) }));
    };
    const result = await createBackup(
      { to, passphrase, s3Keys, check: values.check ?? false, keep: keep ?? null, copyFromShop, ...(publicFetch && { publicFetch }) },
      { config, log: { warn }, report },
    ).catch((error) => {
      if (values.json && error instanceof BackupError) print(JSON.stringify({ error: error.code, message: error.message }));
      throw error;
    });
    const isGood = !result.findings?.length;
    if (values.json) print(JSON.stringify({ ...result, findings: result.findings?.length ?? null }));
    else {
      for (const line of describe(result)) print(line);
      if (result.findings) printFindings(result.findings);
    }
    return isGood ? EXIT_CODE.ok : EXIT_CODE.failed;
  },
};

const STILL_A_COPY =
  'It is a copy for now: no email is sent and no order expires. Once it is the shop itself: npm run shop -- restore --live';

async function announceLive(): Promise<void> {
  const wasCopy = await runOperation('go-live', { input: {} });
  print(wasCopy ? 'This is the shop now: its jobs work within half a minute' : 'This is no restored copy: its jobs work already');
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: '<file|s3://bucket/file> [--verify] [--live] [--replace <words>] | --live',
  summary:
    'make the shop of a backup, in an empty database of either kind, while no shop runs on it; --verify only tries it in a scratch database; --live lets jobs work in what was restored: until then it sends nothing and ends nothing; --replace deletes what is there, by words that are asked for',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { verify: { type: 'boolean' }, live: { type: 'boolean' }, replace: { type: 'string' } },
    });
    const [from, ...others] = positionals;
    const { verify = false, live = false, replace = null } = values;
    if (others.length || (verify && (live || replace !== null)) || (!from && (!live || replace !== null))) return EXIT_CODE.usage;
    if (!from) {
      await announceLive();
      return EXIT_CODE.ok;
    }
    createFilesPrivately();
    const config = readConfig();
    const { passphrase, s3Keys } = config.backup;
    const mode = verify ? 'check' : 'restore';
    const restored = await restore({ from, passphrase, s3Keys, mode, replace }, { config, log: { warn }, report: print });
    const { header, manifest, findings } = restored;
    const rows = manifest.tables.reduce((sum, it) => sum + it.rows, 0);
    print(
      `${verify ? 'It can be restored' : 'Restored'}: ${header.madeAt}, ${formatNumber(rows)} rows of ${manifest.tables.length} tables, ${formatNumber(manifest.images)} image files`,
    );
    printFindings(findings);
    if (live) await announceLive();
    else if (!verify) print(STILL_A_COPY);
    return findings.length ? EXIT_CODE.failed : EXIT_CODE.ok;
  },
};
