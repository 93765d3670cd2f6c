import { parseArgs } from 'node:util';
import { createFilesPrivately } from '../platform/process/data-dir-permissions.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import { BackupError } from '../shop/integrity/backup/backup-error.ts';
import { type BackupResult, createBackup } from '../shop/integrity/backup/create-backup.ts';
import { type Command, EXIT_CODE, formatCount, print, printFindings, warn } from './command.ts';
import { callRunningShop, isShopRunning } from './running-shop.ts';

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
