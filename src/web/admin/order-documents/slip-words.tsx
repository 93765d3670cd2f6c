/** Between the address of a packing slip and what is packed: whose age has to be checked, what the customer wrote, and the message of a gift. */
import { findMinimumAge } from '../../../contract/checkout-fields.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { orderWords as words } from '../../shared/messages/order-words.ts';

export function SlipWords({ order }: { order: AdminOrder }) {
  const { customerNote, giftMessage, lines } = order;
  const age = findMinimumAge(lines.filter(({ isShipped }) => isShipped !== false));
  if (age === null && !customerNote && !giftMessage) return null;
  return (
    <div className="mt-6 grid gap-4">
      {age !== null && <p className="border border-edge p-3 text-large font-[640] print:border-black">{words.checkAge(age)}</p>}
      {customerNote && (
        <div>
          <h3 className="text-small font-[560]">{words.customerNote}</h3>
          <p dir="auto" className="mt-1 text-left wrap-anywhere whitespace-pre-line">
            {customerNote}
          </p>
        </div>
      )}
      {giftMessage && (
        <div className="border-y border-line py-4 print:border-black">
          <h3 className="text-small font-[560]">{words.giftMessage}</h3>
          <p dir="auto" className="mt-1 text-left text-large wrap-anywhere whitespace-pre-line">
            {giftMessage}
          </p>
        </div>
      )}
    </div>
  );
}
