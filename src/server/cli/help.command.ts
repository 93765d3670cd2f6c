import { type Command, EXIT_CODE, formatUsage, print } from './command.ts';

export function createHelpCommand(commands: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    usage: '',
    summary: 'show this',
    run: async () => {
      print('npm run shop -- <command>\n');
      for (const command of [...commands, help]) print(`  ${formatUsage(command)}\n      ${command.summary}`);
      print('\nThe settings are those of the shop itself, from .env or the environment: DATA_DIR, DATABASE_URL …');
      return EXIT_CODE.ok;
    },
  };
  return help;
}
