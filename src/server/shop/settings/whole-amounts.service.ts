/** Amounts that can't be paid in the shop's currency, such as half a yen, are refused where they are typed. */

import type { Issue } from '../../../contract/errors.ts';
import { getCurrencyStep, toCents } from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { readShopDetails } from './shop-details.service.ts';

type Context = Pick<Deps, 'db' | 'memoize'>;
/** By the path of their fields. */
type Amounts = Record<string, number | '' | null | undefined>;

export const readCurrency = ({ db, memoize }: Context): Promise<string> =>
  memoize('currency', async () => (await readShopDetails(db)).currency);

const isWhole = (amount: Amounts[string], step: number) => typeof amount !== 'number' || toCents(amount) % step === 0;

/** Throws `invalid_request`. */
export function checkWholeAmounts(currency: string, amounts: Amounts): void {
  const step = getCurrencyStep(currency);
  const wrong = Object.keys(amounts).filter((path) => !isWhole(amounts[path], step));
  if (!wrong.length) return;
  const issues = wrong.map(
    (path): Issue => ({ path, code: 'not_an_integer', message: `must be whole: ${currency.toUpperCase()} has no decimals` }),
  );
  throw new AppError('invalid_request', issues.map(({ path, message }) => `${path} ${message}`).join(', '), { issues });
}

export async function requireWholeAmounts(deps: Context, amounts: Amounts): Promise<void> {
  checkWholeAmounts(await readCurrency(deps), amounts);
}
