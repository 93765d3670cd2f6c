/** What an empty shop needs before it opens: an admin, and with DEMO=on something to look at. */

import { hasAdmin } from './account/account.repository.ts';
import { createAdmin } from './account/admin.service.ts';
import { type Config, makePassword } from './config.ts';
import { seedDemo } from './database/seed/seed.ts';
import type { Deps } from './deps.ts';

/** `say` is told what a person must know; a made password is told once and never again. */
export async function prepareShop(deps: Deps, config: Config, say: (line: string) => void): Promise<void> {
  if (!(await hasAdmin(deps.db))) {
    const password = config.adminPassword ?? makePassword();
    await createAdmin(deps.db, { email: config.adminEmail, password });
    const shown = config.adminPassword
      ? 'with the password of ADMIN_PASSWORD'
      : `with the password ${password} (made now, shown only this once)`;
    say(`Admin: log in as ${config.adminEmail} ${shown}`);
  }
  if (config.demo) await seedDemo(deps, say);
}
