/** A guest's order by its link: the signature is after the #, which is sent to no server. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams, useSearchParams } from 'react-router';
import { claimGuestOrder, type GuestOrder, readGuestOrder } from '../../../contract/guest-order.ts';
import { api, isApiError } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { AsyncContent, OrderSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { orders, guestOrder as words } from '../../shared/messages/orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { INVOICE_PARAM } from '../../shared/orders/order-access.ts';
import { OrderDetails } from '../../shared/orders/order-details.tsx';
import { saveGuestOrder } from '../../state/guest-orders.ts';
import { useSession } from '../../state/session.ts';
import { GuestLink, GuestOrderLink, LinkNotFound } from './guest-link.tsx';

const CustomerInvoice = lazy(() => import('../../shared/documents/customer-invoice.tsx'));

export const meta = createTitleMeta(orders.title);

export default function GuestOrderPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const Content = search.has(INVOICE_PARAM) ? LinkedInvoice : LinkedOrder;
  return (
    <QueryProvider>
      <GuestLink id={id}>{(signature) => <Content id={id} signature={signature} />}</GuestLink>
    </QueryProvider>
  );
}

function LinkedInvoice(access: { id: string; signature: string }) {
  const { id, signature } = access;
  return (
    <Suspense fallback={<OrderSkeleton />}>
      <CustomerInvoice
        access={access}
        load={async (call, signal) => {
          const { order } = await call(readGuestOrder, { params: { id }, body: { signature }, signal });
          return { order, buyer: { name: order.name, email: order.email } };
        }}
      />
    </Suspense>
  );
}

function LinkedOrder({ id, signature }: { id: string; signature: string }) {
  const loaded = useLoad(`guest order ${id}`, async (it, signal) => {
    const { order } = await it(readGuestOrder, { params: { id }, body: { signature }, signal });
    saveGuestOrder({ id, signature });
    return order;
  });
  if (isApiError(loaded.error) && [400, 404].includes(loaded.error.status)) {
    return <LinkNotFound title={orders.notFound} hint={words.notFoundHint} />;
  }
  return (
    <>
      {!loaded.data && (
        <DashboardHeader title={orders.title} lead={'\u00a0'} actions={<Skeleton className="h-10 w-72 rounded-control" />} />
      )}
      <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
        {(order) => (
          <OrderDetails order={order} signature={signature} reload={loaded.reload}>
            <GuestOrderLink access={{ id, signature }} className="mb-4" />
            {order.number !== null && <KeepOrder order={order} signature={signature} reload={loaded.reload} />}
          </OrderDetails>
        )}
      </AsyncContent>
    </>
  );
}

interface KeepOrderProps {
  order: GuestOrder;
  signature: string;
  reload: () => Promise<void>;
}

/** How to add the order to an account, if it isn't in one. */
function KeepOrder({ order, signature, reload }: KeepOrderProps) {
  const session = useSession();
  const state = { from: `/guest/orders/${order._id}#${signature}`, email: order.email };
  const isOwner = session?.user.email.toLowerCase() === order.email.toLowerCase();
  if (order.isClaimed) {
    return (
      <Box title={words.inAccount} hint={words.inAccountHint}>
        <LinkButton to={`/dashboard/user/orders/${order._id}`} variant="secondary">
          {words.view}
        </LinkButton>
      </Box>
    );
  }
  if (session && !isOwner) return <Box title={words.keep} hint={words.otherAccount(order.email)} />;
  if (session) {
    return (
      <Box title={words.keep} hint={words.claimHint}>
        <ClaimButton id={order._id} signature={signature} onClaimed={reload} />
      </Box>
    );
  }
  return (
    <Box title={words.keep} hint={words.keepHint(order.email)}>
      <LinkButton to="/register" state={state} variant="secondary">
        {words.register}
      </LinkButton>
      <LinkButton to="/login" state={state} variant="quiet">
        {words.login}
      </LinkButton>
    </Box>
  );
}

function Box({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-raised p-4 sm:px-5 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[600]">{title}</p>
        <p className="text-small break-words text-soft">{hint}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </section>
  );
}

function ClaimButton({ id, signature, onClaimed }: { id: string; signature: string; onClaimed: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const claim = async () => {
    setIsBusy(true);
    try {
      await api(claimGuestOrder, { params: { id }, body: { signature } });
      toast.success(words.claimed);
      await onClaimed();
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : words.claimFailed);
    }
    setIsBusy(false);
  };
  return (
    <Button busy={isBusy} onClick={() => void claim()}>
      {words.claim}
    </Button>
  );
}
