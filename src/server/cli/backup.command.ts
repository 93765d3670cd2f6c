/** The commands `backup` and `restore`. */
import { parseArgs } from 'node:util';
import { createFilesPrivately } from '../platform/process/data-dir.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import { BackupError } from '../shop/integrity/backup/backup-format.ts';
import { type BackupResult, createBackup } from '../shop/integrity/backup/create-backup.ts';
import { restore } from '../shop/integrity/backup/restore.ts';
import { type Command, EXIT_CODE, formatCount, formatNumber, print, printFindings, runOperation, warn } from './command.ts';
import { callRunningShop, isShopRunning } from './operator-socket.ts';

function describe({ location, bytes, rows, images, heldMs, deleted }: BackupResult): string[] {
  return [
    `Backup: ${location} (${(bytes / 1e6).toFixed(1)} MB, ${formatCount(rows, 'row')}, ${formatCount(images, 'image file')})`,
    ...(heldMs ? [`The shop waited ${formatCount(heldMs, 'millisecond')} for it`] : []),
    ...(deleted ? [`${formatCount(deleted, 'older backup')} deleted`] : []),
  ];
}

export const backupCommand: Command = {
  name: 'backup',
  usage: '[<file|folder|s3://bucket/prefix>] [--check] [--keep <number>] [--json]',
  summary:
    'save database and images while the shop is open, into BACKUP_TO where no destination is given; encrypted where BACKUP_PASSPHRASE is set; --check restores it into a scratch database and verifies that; --keep deletes older ones of the folder; --json says the result for programs',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { check: { type: 'boolean' }, keep: { type: 'string' }, json: { type: 'boolean' } },
    });
    const config = readConfig();
    const { to = config.backup.to, others } = { to: positionals[0], others: positionals.slice(1) };
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (!to || others.length || (keep !== null && !(Number.isInteger(keep) && keep > 0))) return EXIT_CODE.usage;
    createFilesPrivately();
    const { passphrase, s3Keys } = config.backup;
    const isOpen = !config.databaseUrl && (await isShopRunning(config.dataDir));
    const copyFromShop = isOpen
      ? async (to: string) => (await callRunningShop(config.dataDir, 'copy-database', { input: { to } })).heldMs
      : null;
    const report = values.json ? () => undefined : print;
    const result = await createBackup(
      { to, passphrase, s3Keys, check: values.check ?? false, keep, copyFromShop },
      { config, log: { warn }, report },
    ).catch((error) => {
      if (values.json && error instanceof BackupError) print(JSON.stringify({ error: error.code }));
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
