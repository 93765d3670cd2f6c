/** Who bought it, where it goes, how it was sent and paid. */
import type { ReactNode } from 'react';
import type { AdminOrder } from '../../../../contract/order.ts';
import { formatMoment } from '../../../format-moment.ts';
import { adminOrder as words } from '../../../messages.orders.ts';
import { Panel } from '../../../ui/panel.tsx';

export function Facts({ order: { buyer, address, carrier, tracking, provider, paidAt, stock } }: { order: AdminOrder }) {
  return (
    <>
      <Panel title={words.buyer}>
        <dl className="-mt-2 grid gap-3">
          <Fact name={words.name}>{buyer.name}</Fact>
          <Fact name={words.email}>{buyer.email}</Fact>
          <Fact name={words.address}>{address}</Fact>
        </dl>
      </Panel>
      {carrier && (
        <Panel title={words.shipment}>
          <dl className="-mt-2 grid gap-3">
            <Fact name={words.carrier}>{carrier}</Fact>
            {tracking && <Fact name={words.tracking}>{tracking}</Fact>}
          </dl>
        </Panel>
      )}
      <Panel title={words.payment}>
        <dl className="figures -mt-2 grid gap-3">
          <Fact name={words.provider}>{provider}</Fact>
          <Fact name={words.paidAt}>{paidAt ? formatMoment(paidAt) : words.notPaid}</Fact>
          <Fact name={words.stock}>{words.stockState[stock]}</Fact>
        </dl>
      </Panel>
    </>
  );
}

/** Names may be of any length, and of either direction. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd dir="auto" className="line-clamp-8 text-left whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
