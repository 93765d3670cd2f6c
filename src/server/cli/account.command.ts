/** Commands about people: `admin` makes one, `customer` exports or erases one. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generatePassword } from '../platform/secrets/random.ts';
import { type Command, EXIT_CODE, print, runOperation } from './command.ts';

export const adminCommand: Command = {
  name: 'admin',
  usage: '<email> [password]',
  summary:
    'create an admin, or make the account with this email one, set its password and remove its second factor; an email tells its owner; without a password, one is generated and shown once',
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

export const customerCommand: Command = {
  name: 'customer',
  usage: 'export <email> [file] | erase <email> --yes',
  summary: 'write all data about an account or a guest as JSON, or erase them permanently; their orders stay in the books',
  run: async (args) => {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { yes: { type: 'boolean', default: false } } });
    const [action, email, file, ...others] = positionals;
    if (!email || others.length) return EXIT_CODE.usage;
    if (action === 'export') return exportCustomer(email, file);
    if (action === 'erase' && file === undefined) return eraseCustomer(email, values.yes);
    return EXIT_CODE.usage;
  },
};

async function exportCustomer(email: string, file: string | undefined): Promise<number> {
  const data = await runOperation('export-customer', { input: { email } });
  const json = JSON.stringify(data, null, 2);
  // Readable by this user only.
  if (file) writeFileSync(file, `${json}\n`, { mode: 0o600 });
  print(file ? `${email}: written to ${file}` : json);
  return EXIT_CODE.ok;
}

async function eraseCustomer(email: string, isSure: boolean): Promise<number> {
  if (!isSure) throw new Error(`Nothing was changed. ${email} can't be restored once erased: add --yes if you are sure.`);
  const kind = await runOperation('erase-customer', { input: { email } });
  print(`The ${kind} ${email} is erased. Their orders stay in the books.`);
  return EXIT_CODE.ok;
}
