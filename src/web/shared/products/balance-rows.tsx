/** What gift cards and store credit pay of a cart or an order, below its total: they are no discount, and change neither total nor tax. */
import type { BalancePart } from '../../../contract/balance-fields.ts';
import { formatPrice } from '../format.ts';
import { giftCards as words } from '../messages/gift-cards.ts';

interface PaidByBalance {
  parts?: readonly BalancePart[];
  due: number;
}

export const nameBalancePart = ({ kind, lastFour = '' }: BalancePart): string =>
  kind === 'gift_card' ? words.card(lastFour) : words.credit;

export function BalanceRows({ balance, currency }: { balance: PaidByBalance | undefined; currency?: string }) {
  const parts = balance?.parts?.filter(({ amount }) => amount > 0) ?? [];
  if (!balance || !parts.length) return null;
  const rows = parts.map((part) => [nameBalancePart(part), `−${formatPrice(part.amount, currency)}`] as const);
  return (
    <dl className="tabular-nums mt-2 grid gap-1.5">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere text-soft">{label}</dt>
          <dd className="whitespace-nowrap">{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 font-[600]">
        <dt>{balance.due > 0 ? words.due : words.paid}</dt>
        <dd className="whitespace-nowrap">{formatPrice(balance.due, currency)}</dd>
      </div>
    </dl>
  );
}
