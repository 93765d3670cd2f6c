import { type Command, EXIT_CODE, print } from './command.ts';

export function createHelpCommand(commands: readonly Command[]): Command {
  const help: Command = {
    usage: 'help',
    summary: 'show this',
    run: async () => {
      print('npm run shop -- <command>\n');
      for (const { usage, summary } of [...commands, help]) print(`  ${usage}\n      ${summary}`);
      print('\nThe settings are those of the shop itself, from .env or the environment: DATA_DIR, DATABASE_URL …');
      return EXIT_CODE.ok;
    },
  };
  return help;
}
