/** How to pay an order by hand: the account, the sum and the reference, each ready to be copied, and a code for banking apps. */
import type { ReactNode } from 'react';
import toast from 'react-hot-toast/headless';
import { formatIban } from '../../../contract/iban.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { Button } from '../../kit/button.tsx';
import { formatDate, formatPrice } from '../format.ts';
import { byHand as words } from '../messages/payments.ts';

/** Whether it is an order that somebody still has to pay by hand. */
export const isToPay = ({ paymentMethod }: Pick<Order, 'paymentMethod'>): boolean => paymentMethod?.isAwaited === true;

/** Of an order that is paid, or is to be paid: not of a checkout, and not of one that nobody paid. */
export const hasInvoice = (order: Pick<Order, 'number' | 'paidAt' | 'paymentMethod'>): boolean =>
  order.number !== null && (order.paidAt !== null || isToPay(order));

export function PaymentInstructions({ order }: { order: Order }) {
  const { paymentMethod: method, currency, payableUntil, status } = order;
  const total = order.balance?.due ?? order.total;
  if (!method?.isAwaited) return null;
  const { account, reference, dueAt, instructions, received = 0, kind, code } = method;
  return (
    <div className="grid gap-4">
      <p className="text-soft">{words.next[kind]}</p>
      {received > 0 && <p>{words.received(formatPrice(received, currency))}</p>}
      <dl className="grid gap-3">
        <Detail name={received > 0 ? words.left : words.toPay} copied={(total - received).toFixed(2)}>
          <span className="tabular-nums text-title font-[640]">{formatPrice(total - received, currency)}</span>
        </Detail>
        {account?.holder && (
          <Detail name={words.holder} copied={account.holder}>
            {account.holder}
          </Detail>
        )}
        {account?.iban && (
          <Detail name={words.iban} copied={account.iban}>
            <span className="tabular-nums">{formatIban(account.iban)}</span>
          </Detail>
        )}
        {account?.bic && <Detail name={words.bic}>{account.bic}</Detail>}
        {account?.details && <Detail name={words.account}>{account.details}</Detail>}
        {reference && (
          <Detail name={words.reference} copied={reference} hint={words.referenceHint}>
            <span className="tabular-nums font-[600]">{reference}</span>
          </Detail>
        )}
        {dueAt && <Detail name={words.dueAt}>{formatDate(dueAt)}</Detail>}
      </dl>
      {instructions && <p className="whitespace-pre-line">{instructions}</p>}
      {code && (
        <figure className="grid justify-items-start gap-2">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(code)}`}
            alt={words.code}
            width={176}
            height={176}
            className="rounded-control"
          />
          <figcaption className="text-small text-soft">{words.codeHint}</figcaption>
        </figure>
      )}
      {status === 'pending' && payableUntil && kind !== 'invoice' && (
        <p className="text-small text-soft">{words.heldUntil(formatDate(payableUntil))}</p>
      )}
    </div>
  );
}

/** `copied`: what a button copies; absent: there is none. */
function Detail({ name, copied, hint, children }: { name: string; copied?: string; hint?: string; children: ReactNode }) {
  const copy = async () => {
    await navigator.clipboard.writeText(copied ?? '');
    toast.success(words.copied);
  };
  return (
    <div className="min-w-0">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">{children}</span>
        {copied && (
          <Button
            variant="secondary"
            size="small"
            className="shrink-0 print:hidden"
            aria-label={`${words.copy}: ${name}`}
            onClick={() => void copy()}
          >
            {words.copy}
          </Button>
        )}
      </dd>
      {hint && <dd className="text-small text-soft">{hint}</dd>}
    </div>
  );
}
