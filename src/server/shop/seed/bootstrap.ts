/** Prepares an empty shop before it opens: creates the admin, and with DEMO=on the demo data. */
import type { Deps } from '../../deps.ts';
import { generatePassword } from '../../platform/secrets/random.ts';
import type { Config } from '../../platform/settings/config.ts';
import { OPENED_KEY } from '../connections/connections.ts';
import { updateOpening } from '../settings/opening.service.ts';
import { saveSetting } from '../settings/settings.repository.ts';
import { hasAdmin, lockTeam } from '../team/login/user.repository.ts';
import { createAdmin } from '../team/roles/team.service.ts';
import { seedDemo } from './seed.ts';

type Context = Pick<Deps, 'db' | 'now' | 'images' | 'publicUrl'>;

/**
 * Returns whether this process created the admin. If several start for the first time at once, one creates it and the others wait:
 * otherwise each would print its own password, and only the last one written would work.
 */
function createFirstAdmin(deps: Context, { adminEmail: email, startsOpen }: Config, password: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx);
    if (await hasAdmin(tx)) return false;
    await createAdmin({ ...deps, db: tx }, { email, password });
    await saveSetting(tx, OPENED_KEY, { resetByAnswer: 'off' });
    if (!startsOpen) await updateOpening({ ...deps, db: tx }, { isOpen: false });
    return true;
  });
}

/** `print` shows the admin's email and, only once, the generated password. */
export async function bootstrapShop(deps: Context, config: Config, print: (line: string) => void): Promise<void> {
  if (!(await hasAdmin(deps.db))) {
    const password = config.adminPassword ?? generatePassword();
    const passwordNote = config.adminPassword
      ? 'with the password of ADMIN_PASSWORD'
      : `with the password ${password} (generated now, shown only this once)`;
    if (await createFirstAdmin(deps, config, password)) print(`Admin: log in as ${config.adminEmail} ${passwordNote}`);
  }
  if (config.demo) await seedDemo(deps, print);
}
