/** What an empty shop needs before it opens: an admin, and with DEMO=on something to look at. */

import { createAdmin } from './auth/admin.service.ts';
import { hasAdmin } from './auth/user.repository.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { generatePassword } from './random.ts';
import { seedDemo } from './seed/seed.ts';

/** `say` is told what a person must know; a made password is told once and never again. */
export async function bootstrapShop(deps: Deps, config: Config, print: (line: string) => void): Promise<void> {
  if (!(await hasAdmin(deps.db))) {
    const password = config.adminPassword ?? generatePassword();
    await createAdmin(deps.db, { email: config.adminEmail, password });
    const passwordNote = config.adminPassword
      ? 'with the password of ADMIN_PASSWORD'
      : `with the password ${password} (made now, shown only this once)`;
    print(`Admin: log in as ${config.adminEmail} ${passwordNote}`);
  }
  if (config.demo) await seedDemo(deps, print);
}
