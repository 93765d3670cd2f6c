import { parseArgs } from 'node:util';
import { createFilesPrivately } from '../platform/process/data-dir-permissions.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import { restore } from '../shop/integrity/backup/restore.ts';
import { type Command, EXIT_CODE, formatNumber, print, printFindings, runOperation, warn } from './command.ts';

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
