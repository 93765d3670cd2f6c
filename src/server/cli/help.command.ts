import { type Command, EXIT, say } from './command.ts';

export function helpOn(commands: readonly Command[]): Command {
  const help: Command = {
    usage: 'help',
    summary: 'show this',
    run: async () => {
      say('npm run shop -- <command>\n');
      for (const { usage, summary } of [...commands, help]) say(`  ${usage}\n      ${summary}`);
      say('\nThe settings are those of the shop itself, from .env or the environment: DATA_DIR, DATABASE_URL …');
      return EXIT.ok;
    },
  };
  return help;
}
