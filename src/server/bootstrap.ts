/** Prepares an empty shop before it opens: creates the admin, and with DEMO=on the demo data. */
import { createAdmin } from './auth/admin.service.ts';
import { hasAdmin, lockTeam } from './auth/user.repository.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { generatePassword } from './random.ts';
import { seedDemo } from './seed/seed.ts';

/**
 * Returns whether this process made the admin: of several first starts at once one does, and the others wait for it. Otherwise each
 * would print a password of its own, and the last one written would be the one that counts.
 */
function createFirstAdmin(deps: Deps, email: string, password: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx);
    if (await hasAdmin(tx)) return false;
    await createAdmin({ ...deps, db: tx }, { email, password });
    return true;
  });
}

/** `print` shows the admin's email and, once only, a password that was generated. */
export async function bootstrapShop(deps: Deps, config: Config, print: (line: string) => void): Promise<void> {
  if (!(await hasAdmin(deps.db))) {
    const password = config.adminPassword ?? generatePassword();
    const passwordNote = config.adminPassword
      ? 'with the password of ADMIN_PASSWORD'
      : `with the password ${password} (generated now, shown only this once)`;
    if (await createFirstAdmin(deps, config.adminEmail, password)) print(`Admin: log in as ${config.adminEmail} ${passwordNote}`);
  }
  if (config.demo) await seedDemo(deps, print);
}
