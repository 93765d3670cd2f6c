import { parseArgs } from 'node:util';
import { generatePassword } from '../platform/secrets/random.ts';
import { type Command, EXIT_CODE, print, runOperation } from './command.ts';

export const adminCommand: Command = {
  name: 'admin',
  usage: '<email> [password]',
  summary:
    'create an admin, or make one of the account with this email, set its password and take its second factor away, of which an email tells; without a password, one is generated and shown once',
  run: async (args) => {
    const [email, given, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
    if (!email || others.length) return EXIT_CODE.usage;
    const password = given ?? generatePassword();
    const admin = await runOperation('admin', { input: { email, password } });
    print(
      `${admin.email} is an admin${given === undefined ? ` with the password ${password} (shown only this once)` : ' with the password given'}.`,
    );
    return EXIT_CODE.ok;
  },
};
