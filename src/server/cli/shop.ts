/** What an operator runs: `npm run shop -- <command>`. */
import '../platform/process/require-node.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { adminCommand, customerCommand } from './account.command.ts';
import { backupCommand, restoreCommand } from './backup.command.ts';
import { chaosCommand } from './chaos.command.ts';
import { auditCommand, checkoutsCommand, resendCommand, verifyCommand } from './check-and-repair.command.ts';
import { createHelpCommand, EXIT_CODE, formatUsage } from './command.ts';
import { importCommand } from './import.command.ts';
import { imagesCommand, migrateCommand, seedCommand } from './setup.command.ts';

const COMMAND_LIST = [
  importCommand,
  imagesCommand,
  seedCommand,
  adminCommand,
  customerCommand,
  checkoutsCommand,
  verifyCommand,
  auditCommand,
  resendCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  chaosCommand,
];
const helpCommand = createHelpCommand(COMMAND_LIST);
const COMMANDS_BY_NAME = new Map(
  [...COMMAND_LIST, helpCommand].flatMap((it) => [it.name, ...(it.aliases ?? [])].map((name) => [name, it] as const)),
);
const HELP_FLAGS = new Set(['--help', '-h']);

function isUsageError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

async function run([name = 'help', ...args]: string[]): Promise<number> {
  const command = HELP_FLAGS.has(name) ? helpCommand : COMMANDS_BY_NAME.get(name);
  if (!command) {
    console.error(`There is no command ${name}.`);
    await helpCommand.run([]);
    return EXIT_CODE.usage;
  }
  try {
    const code = await command.run(args);
    if (code === EXIT_CODE.usage) console.error(`Usage: npm run shop -- ${formatUsage(command)}`);
    return code;
  } catch (error) {
    console.error(describeError(error));
    if (!isUsageError(error)) return EXIT_CODE.failed;
    console.error(`Usage: npm run shop -- ${formatUsage(command)}`);
    return EXIT_CODE.usage;
  }
}

process.exitCode = await run(process.argv.slice(2));
