/** What the order's customer wrote and confirmed. */
import type { ReactNode } from 'react';
import { findMinimumAge } from '../../../contract/checkout-fields.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { Panel } from '../../kit/panel.tsx';
import { formatDate } from '../format.ts';
import { orderWords as words } from '../messages/order-words.ts';

type WordsOfOrder = Pick<Order, 'customerNote' | 'giftMessage' | 'confirmations' | 'lines'>;

const hasOrderWords = ({ customerNote, giftMessage, confirmations }: WordsOfOrder): boolean =>
  Boolean(customerNote ?? giftMessage ?? confirmations);

/** `isForTeam`: who sends it has to look at the age. */
export function OrderWords({ order, isForTeam = false }: { order: WordsOfOrder; isForTeam?: boolean }) {
  const { customerNote, giftMessage, confirmations = [], lines } = order;
  const age = isForTeam ? findMinimumAge(lines) : null;
  if (!hasOrderWords(order) && age === null) return null;
  return (
    <Panel title={words.title}>
      {age !== null && <p className="-mt-2 mb-4 rounded-control bg-caution/10 p-3 font-[600] text-caution">{words.checkAge(age)}</p>}
      <dl className="-mt-2 grid gap-3">
        {customerNote && <Typed title={words.customerNote}>{customerNote}</Typed>}
        {giftMessage && <Typed title={words.giftMessage}>{giftMessage}</Typed>}
        {confirmations.map(({ _id, text, at }) => (
          <Typed key={_id} title={`${words.confirmed}, ${formatDate(at)}`}>
            {text}
          </Typed>
        ))}
      </dl>
    </Panel>
  );
}

/** In any script and direction, as long as it may be. */
function Typed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{title}</dt>
      <dd dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
