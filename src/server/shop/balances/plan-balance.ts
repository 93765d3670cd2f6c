/** Which balances pay how much of an order. Pure, in integer cents. */

interface BalanceSource {
  accountId: string;
  balanceCents: number;
}

export interface PlannedPart {
  accountId: string;
  cents: number;
}

export interface BalancePlan {
  parts: PlannedPart[];
  balanceCents: number;
  /** What is left to pay. */
  dueCents: number;
}

interface Price {
  totalCents: number;
  /** What of it gift cards cost: no balance pays for those. */
  giftCardCents: number;
  /** The smallest amount that the provider takes. */
  minimumCents: number;
  /** The smallest amount that can be paid in this currency. */
  step: number;
}

/**
 * Each pays as much as it can, in its order. Where less would be left than the provider takes, the last ones pay less, so that it takes its minimum. A
 * balance below the currency's smallest amount pays nothing.
 */
export function planBalance({ totalCents, giftCardCents, minimumCents, step }: Price, sources: readonly BalanceSource[]): BalancePlan {
  const payable = Math.max(0, totalCents - giftCardCents);
  const sum = sources.reduce((all, it) => all + Math.floor(it.balanceCents / step) * step, 0);
  const wanted = Math.min(payable, sum);
  const left = totalCents - wanted;
  let rest = left > 0 && left < minimumCents ? Math.max(0, totalCents - Math.min(minimumCents, totalCents)) : wanted;
  const balanceCents = rest;
  const parts = sources.flatMap(({ accountId, balanceCents: of }) => {
    const cents = Math.min(rest, Math.floor(of / step) * step);
    rest -= cents;
    return cents > 0 ? [{ accountId, cents }] : [];
  });
  return { parts, balanceCents, dueCents: totalCents - balanceCents };
}
