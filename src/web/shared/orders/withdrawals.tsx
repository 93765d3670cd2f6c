/** What was withdrawn from an order, for its customer and for the team. */
import type { Order, OrderLine } from '../../../contract/order-fields.ts';
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE, type Withdrawal } from '../../../contract/withdrawal-fields.ts';
import { LinkButton } from '../../kit/button.tsx';
import { formatDate, formatDay } from '../format.ts';
import { withdrawal as words } from '../messages/withdrawal.ts';

type NamedLine = Pick<OrderLine, 'name' | 'options'>;

export function WithdrawnItems({ of: { lines, items }, all }: { of: Pick<Withdrawal, 'lines' | 'items'>; all: readonly NamedLine[] }) {
  if (items)
    return (
      <p dir="auto" className="text-left break-words whitespace-pre-line">
        {items}
      </p>
    );
  return (
    <ul>
      {lines.map(({ line, quantity }) => (
        <li key={line}>
          {quantity} × <bdi>{all[line]?.name}</bdi>
          {all[line]?.options && <span className="text-soft">, {all[line].options}</span>}
        </li>
      ))}
    </ul>
  );
}

export const describeWithdrawal = ({ status, isLate }: Withdrawal): string => words.status[status === 'open' && isLate ? 'late' : status];

export function WithdrawalList({ withdrawals, all }: { withdrawals: readonly Withdrawal[]; all: readonly NamedLine[] }) {
  return (
    <ul className="grid gap-3">
      {withdrawals.map((it) => (
        <li key={it._id}>
          <p className="text-small text-soft">
            <time dateTime={it.createdAt}>{formatDate(it.createdAt)}</time> · {describeWithdrawal(it)}
          </p>
          <WithdrawnItems of={it} all={all} />
          {it.refundBy && <p className="text-small text-soft">{words.refundBy(formatDay(it.refundBy))}</p>}
          {it.answer && (
            <p dir="auto" className="mt-1 text-left break-words whitespace-pre-line text-soft">
              {it.answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** On the page of an order. */
export function OrderWithdrawals({ order: { _id, withdrawals = [], withdrawable, lines } }: { order: Order }) {
  if (!withdrawals.length && !withdrawable) return null;
  return (
    <section aria-label={WITHDRAWAL_TITLE} className="mt-5 grid gap-3 border-t border-line pt-4 print:hidden">
      {withdrawals.length > 0 && <h3 className="text-small text-soft">{words.earlier}</h3>}
      <WithdrawalList withdrawals={withdrawals} all={lines} />
      {withdrawable && (
        <p>
          <LinkButton to={`/pages/${WITHDRAWAL_SLUG}#${_id}.${withdrawable.signature}`} variant="secondary" size="small">
            {WITHDRAWAL_TITLE}
          </LinkButton>
          {withdrawable.until && <span className="mt-2 block text-small text-soft">{words.until(formatDay(withdrawable.until))}</span>}
        </p>
      )}
    </section>
  );
}
