import { parseArgs } from 'node:util';
import { openDatabase } from '../platform/database/connect.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { createFilesPrivately } from '../platform/process/data-dir-permissions.ts';
import { readConfig } from '../platform/settings/read-config.ts';
import { type Command, EXIT_CODE, print } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--dry-run]',
  summary: 'bring the database up to date, before new processes start; --dry-run lists statements and their locks, and changes nothing',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } } });
    const config = readConfig();
    if (values['dry-run']) {
      const { planMigrations } = await import('../platform/database/plan-migrations.ts');
      for await (const line of planMigrations(config)) print(line);
      return EXIT_CODE.ok;
    }
    createFilesPrivately();
    const warn = (details: object, message: string) =>
      console.error('err' in details ? `${message}: ${describeError(details.err)}` : message);
    const database = await openDatabase({ ...config, migrates: true }, { warn }, print);
    await database.close();
    print('The database is up to date');
    return EXIT_CODE.ok;
  },
};
