/** One order as its customer sees it, by a login or by a guest's link; it can also be printed. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { Order } from '../../../contract/order-fields.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { orderLayout, PanelSkeleton } from '../dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../format.ts';
import { ConfirmActionDialog } from '../forms/confirm-action-dialog.tsx';
import { orders } from '../messages/orders.ts';
import { byHand } from '../messages/payments.ts';
import { customFields } from '../messages/storefront.ts';
import { FieldList, toFieldRows } from '../products/custom-fields.tsx';
import { useShop } from '../shop-data.ts';
import { BuyAgainResult, useBuyAgain } from './buy-again.tsx';
import { cancelCheckout, toInvoicePath } from './order-access.ts';
import { OrderLines, OrderTotals } from './order-lines.tsx';
import { OrderRequest } from './order-request.tsx';
import { describeDelivery, OrderStatus, Timeline, TrackingLink } from './order-status.tsx';
import { countMinutesLeft, PayNowButton } from './pay-now-button.tsx';
import { hasInvoice, isToPay, PaymentInstructions } from './payment-instructions.tsx';

const OrderDocuments = lazy(async () => ({ default: (await import('./order-documents.tsx')).OrderDocuments }));
const OrderBilling = lazy(async () => ({ default: (await import('./order-billing.tsx')).OrderBilling }));
const OrderDownloads = lazy(async () => ({ default: (await import('./order-downloads.tsx')).OrderDownloads }));

const OrderWords = lazy(async () => ({ default: (await import('./order-words.tsx')).OrderWords }));
const OrderDelays = lazy(async () => ({ default: (await import('./order-delays.tsx')).OrderDelays }));
const OrderWithdrawals = lazy(async () => ({ default: (await import('./withdrawals.tsx')).OrderWithdrawals }));

interface OrderDetailsProps {
  order: Order;
  /** The signature in a guest's link; null: the customer is logged in. */
  signature?: string | null;
  reload: () => Promise<void>;
  /** Above the items. */
  children?: ReactNode;
}

export function OrderDetails({ order, signature = null, reload, children }: OrderDetailsProps) {
  const [isConfirmingCancel, setIsConfirmingCancel] = useState(false);
  const isCheckout = order.number === null;

  const cancel = async () => {
    await cancelCheckout({ id: order._id, signature });
    toast.success(orders.cancelled);
    setIsConfirmingCancel(false);
    await reload();
    focusHeading();
  };

  return (
    <>
      <OrderContent order={order} signature={signature} onCancel={() => setIsConfirmingCancel(true)} onChange={reload}>
        {children}
      </OrderContent>
      {isConfirmingCancel && (
        <ConfirmActionDialog
          title={isCheckout ? orders.confirmCancel : byHand.confirmCancel}
          hint={isCheckout ? orders.confirmCancelHint : byHand.confirmCancelHint}
          confirmLabel={isCheckout ? orders.cancel : byHand.cancel}
          cancelLabel={isCheckout ? orders.keepCheckout : byHand.keep}
          onConfirm={cancel}
          onError={() => void reload()}
          close={() => setIsConfirmingCancel(false)}
        />
      )}
    </>
  );
}

interface OrderContentProps extends Required<Pick<OrderDetailsProps, 'order' | 'signature'>> {
  onCancel: () => void;
  onChange: () => Promise<void>;
  children: ReactNode;
}

function OrderContent({ order, signature, onCancel, onChange, children }: OrderContentProps) {
  const buyAgain = useBuyAgain(order.lines);
  const fields = toFieldRows(order, { order: order.customFields });
  const isCheckout = order.number === null;
  /** If a checkout's payment is on its way, customers think of it as an order. */
  const isOrder = !isCheckout || order.processingSince !== null;
  const isWaiting = order.status === 'pending' && order.processingSince === null;
  const isUnpaidCheckout = isWaiting && isCheckout;
  const delivery = describeDelivery(order);
  const isPartRefunded = order.refunded > 0 && order.status !== 'refunded';
  return (
    <>
      <p className="mb-4 hidden font-[640] print:block">{useShop().settings.shop.name}</p>
      <DashboardHeader
        title={order.processingSince === null || !isCheckout ? orders.number(order.number) : orders.title}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={order.createdAt}>{(isOrder ? orders.placed : orders.started)(formatDate(order.createdAt))}</time>
            <OrderStatus {...order} />
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            {isWaiting && (
              <Button variant="danger-quiet" onClick={onCancel}>
                {isCheckout ? orders.cancel : byHand.cancel}
              </Button>
            )}
            <Button variant="secondary" onClick={() => window.print()}>
              {orders.print}
            </Button>
            {/* Where invoices are documents, one of them is enough. */}
            {hasInvoice(order) && !order.hasDocuments && (
              <LinkButton to={toInvoicePath({ id: order._id, signature })} variant="secondary">
                {orders.invoice}
              </LinkButton>
            )}
            {/* The items of a checkout that waits are still in the cart. */}
            {!isUnpaidCheckout && (
              <Button busy={buyAgain.outcome.state === 'pending'} onClick={() => void buyAgain.run()}>
                {orders.buyAgain}
              </Button>
            )}
          </span>
        }
      />
      <BuyAgainResult outcome={buyAgain.outcome} />
      {children}
      <div className={orderLayout}>
        <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
          {isToPay(order) && (
            <Panel title={order.paymentMethod?.name ?? ''}>
              <PaymentInstructions order={order} />
            </Panel>
          )}
          {isUnpaidCheckout && <PaymentPanel order={order} signature={signature} onFailure={() => void onChange()} />}
          <Panel title={isOrder ? orders.statusTitle : orders.checkoutStatusTitle}>
            <p className="-mt-2 mb-4 text-soft">{describeStatus(order)}</p>
            {isPartRefunded && <p className="mb-4 text-soft">{orders.partiallyRefunded(formatPrice(order.refunded, order.currency))}</p>}
            {delivery && (
              <dl className="tabular-nums mb-5">
                <dt className="text-small text-soft">{orders.estimatedDelivery}</dt>
                <dd className="font-[600]">{delivery}</dd>
              </dl>
            )}
            <Timeline order={order} />
            {order.delays && (
              <Suspense>
                <OrderDelays order={order} />
              </Suspense>
            )}
            <ShipmentDetails order={order} />
            <ShopMessages messages={order.messages} />
            <OrderRequest order={order} signature={signature} reload={onChange} />
            {(order.withdrawable || order.withdrawals) && (
              <Suspense>
                <OrderWithdrawals order={order} />
              </Suspense>
            )}
          </Panel>
          {(order.customerNote ?? order.giftMessage ?? order.confirmations) && (
            <Suspense fallback={<PanelSkeleton className="h-32" />}>
              <OrderWords order={order} />
            </Suspense>
          )}
          {fields.length > 0 && (
            <Panel title={customFields.ofOrder}>
              <FieldList rows={fields} />
            </Panel>
          )}
          {order.billing && (
            <Suspense fallback={<PanelSkeleton className="h-32" />}>
              <OrderBilling billing={order.billing} />
            </Suspense>
          )}
          {order.address && order.needsShipping !== false && (
            <Panel title={orders.shipTo}>
              <p className="address-lines">{order.address}</p>
            </Panel>
          )}
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          {order.hasDownloads && (
            <Suspense fallback={<PanelSkeleton className="h-40" />}>
              <OrderDownloads order={order} signature={signature} />
            </Suspense>
          )}
          {order.hasDocuments && (
            <Suspense fallback={<PanelSkeleton className="h-32" />}>
              <OrderDocuments id={order._id} signature={signature} />
            </Suspense>
          )}
          <Panel title={orders.items}>
            <div className="-mt-2">
              <OrderLines order={order} />
            </div>
            <OrderTotals order={order} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** What isn't shipped isn't prepared for it. */
function describeStatus({ status, processingSince, needsShipping, paymentMethod }: Order): string {
  if (paymentMethod?.isAwaited && status === 'pending') return byHand.next[paymentMethod.kind];
  if (processingSince !== null) return orders.processingDescription;
  return status === 'paid' && needsShipping === false ? orders.paidUnshipped : orders.statusDescription[status];
}

/** What will be paid, until when, and the button that leads to the payment page. */
function PaymentPanel({ order, ...button }: Pick<OrderDetailsProps, 'order'> & { signature: string | null; onFailure: () => void }) {
  return (
    <Panel title={orders.payment} className="print:hidden">
      <p className="tabular-nums -mt-2 text-head font-[640] tracking-[-0.02em]">{formatPrice(order.total, order.currency)}</p>
      <p className="mt-1 mb-4 text-soft">{orders.heldFor(countMinutesLeft(order))}</p>
      <PayNowButton id={order._id} {...button} className="w-full" />
      <p className="mt-3 text-small text-soft">{orders.payHint}</p>
    </Panel>
  );
}

/** The team's messages to the customer, who got each by email too. */
function ShopMessages({ messages }: Pick<Order, 'messages'>) {
  if (!messages.length) return null;
  return (
    <section aria-label={orders.messages} className="mt-5 grid gap-3 border-t border-line pt-4">
      <h3 className="text-small text-soft">{orders.messages}</h3>
      {messages.map(({ at, text }) => (
        <div key={at}>
          <p dir="auto" className="text-left break-words whitespace-pre-line">
            {text}
          </p>
          <time dateTime={at} className="tabular-nums text-small text-soft">
            {formatDate(at)}
          </time>
        </div>
      ))}
    </section>
  );
}

function ShipmentDetails({ order: { carrier, tracking } }: { order: Order }) {
  if (!carrier) return null;
  return (
    <dl className="mt-5 grid gap-2 border-t border-line pt-4">
      <div>
        <dt className="text-small text-soft">{orders.carrier}</dt>
        <dd dir="auto" className="text-left">
          {carrier}
        </dd>
      </div>
      {tracking && (
        <div>
          <dt className="text-small text-soft">{orders.tracking}</dt>
          <dd dir="auto" className="tabular-nums text-left wrap-anywhere">
            <TrackingLink carrier={carrier} tracking={tracking} />
          </dd>
        </div>
      )}
    </dl>
  );
}
