/** What an operator runs: `npm run shop -- <command>`. */
import { adminCommand } from './admin.command.ts';
import { EXIT } from './command.ts';
import { helpOn } from './help.command.ts';
import { importCommand } from './import.command.ts';
import { seedCommand } from './seed.command.ts';
import { tortureCommand } from './torture.command.ts';
import { verifyCommand } from './verify.command.ts';

const WORKING = [importCommand, seedCommand, adminCommand, verifyCommand, tortureCommand];
const helpCommand = helpOn(WORKING);
const COMMANDS = new Map([...WORKING, helpCommand].map((it) => [it.usage.split(' ')[0], it]));
const ASKS_FOR_HELP = new Set(['--help', '-h']);

function isUsageFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

async function run([name = 'help', ...args]: string[]): Promise<number> {
  const command = ASKS_FOR_HELP.has(name) ? helpCommand : COMMANDS.get(name);
  if (!command) {
    console.error(`There is no command ${name}.`);
    await helpCommand.run([]);
    return EXIT.usage;
  }
  try {
    const code = await command.run(args);
    if (code === EXIT.usage) console.error(`It goes: npm run shop -- ${command.usage}`);
    return code;
  } catch (error) {
    console.error(error instanceof Error && error.message ? error.message : error);
    if (!isUsageFault(error)) return EXIT.failed;
    console.error(`It goes: npm run shop -- ${command.usage}`);
    return EXIT.usage;
  }
}

process.exitCode = await run(process.argv.slice(2));
