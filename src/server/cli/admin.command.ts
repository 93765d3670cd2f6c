import { createAdmin } from '../auth/admin.service.ts';
import { generatePassword } from '../random.ts';
import { type Command, EXIT_CODE, print, withShop } from './command.ts';

export const adminCommand: Command = {
  usage: 'admin <email> [password]',
  summary: 'make an admin, or make one of the account with this e-mail, and set the password; without one, it is made and shown once',
  run: async ([email, given, ...others]) => {
    if (!email || others.length) return EXIT_CODE.usage;
    const password = given ?? generatePassword();
    const admin = await withShop(({ db }) => createAdmin(db, { email, password }));
    print(
      `${admin.email} is an admin${given === undefined ? ` with the password ${password} (shown only this once)` : ' with the password given'}.`,
    );
    return EXIT_CODE.ok;
  },
};
