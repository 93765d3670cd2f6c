/** Which local fees an order has. Pure, in integer cents; cart-totals.ts calls it. */

import type { Territory } from '../../../contract/countries.ts';
import type { LocalFee as LocalFeeInput } from '../../../contract/local-fees.ts';
import { toCents } from '../../../contract/money.ts';
import { normalizeTaxClass, STANDARD_CLASS } from '../../../contract/tax.ts';
import { getTerritoryKey, normalizeTerritory } from './territories.ts';

/** One that holds at the place of an order. */
export interface LocalFee extends Territory {
  name: string;
  amountCents: number;
  minimumCents: number | null;
  exemptClasses: readonly string[];
}

export type LocalCharge = Pick<LocalFee, 'name' | 'amountCents' | 'country' | 'region'>;

interface ChargedLine {
  /** After its discount. */
  chargedCents: number;
  taxClass: string | null;
  isShipped: boolean;
}

export const toClassName = (text: string | null): string => normalizeTaxClass(text) ?? STANDARD_CLASS;

/** The fees of this place, and of its country, that hold on that day: of one name and place the latest that has begun. */
export function listHoldingFees(fees: readonly LocalFeeInput[], place: Territory, today: string): LocalFee[] {
  const here = normalizeTerritory(place);
  const keys = new Set([getTerritoryKey(here), getTerritoryKey({ ...here, region: '' })]);
  const holding = new Map<string, LocalFeeInput>();
  for (const fee of fees) {
    const { name, from = '', isOn } = fee;
    const key = `${getTerritoryKey(fee)} ${name.toLowerCase()}`;
    const other = holding.get(key);
    if (isOn && keys.has(getTerritoryKey(fee)) && from <= today && (!other || (other.from ?? '') <= from)) holding.set(key, fee);
  }
  return [...holding.values()].map(({ name, country, region, amount, minimum, exemptClasses }) => ({
    ...{ name, country, region, exemptClasses: exemptClasses.map(toClassName) },
    amountCents: toCents(amount),
    minimumCents: minimum === null ? null : toCents(minimum),
  }));
}

/** Each is charged once for an order that is sent, if it costs anything and what counts of it reaches the fee's minimum. */
export function chargeLocalFees(fees: readonly LocalFee[], lines: readonly ChargedLine[], shippingCents: number): LocalCharge[] {
  return fees.flatMap(({ exemptClasses, minimumCents, ...fee }) => {
    const counted = lines.filter(({ isShipped, taxClass }) => isShipped && !exemptClasses.includes(toClassName(taxClass)));
    const sum = counted.reduce((all, { chargedCents }) => all + chargedCents, 0) + shippingCents;
    return counted.length && fee.amountCents > 0 && sum > 0 && sum >= (minimumCents ?? 0) ? [fee] : [];
  });
}
