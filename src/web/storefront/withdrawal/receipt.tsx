/** What was received, and where its receipt went. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { WithdrawalForm } from '../../../contract/withdrawal.ts';
import { formatDay, getTimeZone } from '../../shared/format.ts';
import { withdrawal as words } from '../../shared/messages/withdrawal.ts';
import { WithdrawnItems } from '../../shared/orders/withdrawals.tsx';

/** With seconds and zone, as the receipt has it. */
const formatTime = (time: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: getTimeZone() }).format(new Date(time));

/** Takes the focus from the button that is gone, so that screen readers say it. */
function Done({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mt-8 grid max-w-text gap-3 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-title focus:outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Receipt({ order }: { order: WithdrawalForm }) {
  const latest = order.withdrawals.at(-1);
  return (
    <Done title={words.done}>
      <p className="font-[600]">{words.order(order.number)}</p>
      {latest && (
        <>
          <WithdrawnItems of={latest} all={order.lines} />
          <p className="tabular-nums">
            {words.receivedAt} <time dateTime={latest.createdAt}>{formatTime(latest.createdAt)}</time>
          </p>
          <p className="text-soft">{latest.refundBy ? words.refundBy(formatDay(latest.refundBy)) : words.lateReceived}</p>
        </>
      )}
      <p className="break-words text-soft">{words.receipt(order.email)}</p>
    </Done>
  );
}

/** The same, whether there is such an order. */
export function ReceiptUnknown() {
  return (
    <Done title={words.doneUnknown}>
      <p className="text-soft">{words.doneUnknownHint}</p>
    </Done>
  );
}
