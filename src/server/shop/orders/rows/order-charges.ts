/** The local fees of a cart or an order, as customers and the team see them. */
import type { ChargeLine } from '../../../../contract/local-fees.ts';
import { toDollars } from '../../../../contract/money.ts';

interface Charged {
  charges: readonly { name: string; amountCents: number }[] | null;
}

export const toChargeParts = ({ charges }: Charged): { charges?: ChargeLine[] } =>
  charges?.length ? { charges: charges.map(({ name, amountCents }) => ({ name, amount: toDollars(amountCents) })) } : {};
