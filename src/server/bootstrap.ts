/** Prepares an empty shop before it opens: creates the admin, and with DEMO=on the demo data. */
import { createAdmin } from './auth/admin.service.ts';
import { hasAdmin } from './auth/user.repository.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { generatePassword } from './random.ts';
import { seedDemo } from './seed/seed.ts';

/** `print` shows the admin's email and, once only, a password that was generated. */
export async function bootstrapShop(deps: Deps, config: Config, print: (line: string) => void): Promise<void> {
  if (!(await hasAdmin(deps.db))) {
    const password = config.adminPassword ?? generatePassword();
    await createAdmin(deps.db, { email: config.adminEmail, password });
    const passwordNote = config.adminPassword
      ? 'with the password of ADMIN_PASSWORD'
      : `with the password ${password} (generated now, shown only this once)`;
    print(`Admin: log in as ${config.adminEmail} ${passwordNote}`);
  }
  if (config.demo) await seedDemo(deps, print);
}
