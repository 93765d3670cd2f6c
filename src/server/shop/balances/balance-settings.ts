/** Whether the shop has gift cards or store credit: where it has none, no page asks for them and no call looks for them. */
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { BALANCES_KEY, findSetting, saveSetting } from '../settings/settings.repository.ts';

/** From the first balance, or the first product that sells gift cards, on. */
export async function switchBalancesOn(tx: Database): Promise<void> {
  if ((await findSetting(tx, BALANCES_KEY)) === null) await saveSetting(tx, BALANCES_KEY, { isOn: true });
}

export const hasBalances = ({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<boolean> =>
  memoize('balances', async () => (await findSetting(db, BALANCES_KEY)) !== null);
