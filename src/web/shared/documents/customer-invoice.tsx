/** The invoice of an order, as its customer prints it or saves it as a PDF: by a login, or by a guest's link. */
import type { Order } from '../../../contract/order-fields.ts';
import css from '../../admin.css?url';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { SkeletonText } from '../../kit/loading.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent } from '../dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../hooks/use-load.ts';
import { orders } from '../messages/orders.ts';
import { type OrderAccess, toOrderPath } from '../orders/order-access.ts';
import { hasInvoice } from '../orders/payment-instructions.tsx';
import { Invoice } from './invoice.tsx';
import { documents as words } from './messages.ts';

interface InvoiceData {
  order: Order;
  buyer: { name: string; email: string };
}

interface CustomerInvoiceProps {
  access: OrderAccess;
  load: (call: Api, signal: AbortSignal) => Promise<InvoiceData>;
}

/** None: there is no such order, or it was never paid. */
async function listInvoices(data: Promise<InvoiceData>): Promise<InvoiceData[]> {
  try {
    const found = await data;
    return hasInvoice(found.order) ? [found] : [];
  } catch (error) {
    if (isInvalidOrNotFound(error)) return [];
    throw error;
  }
}

export default function CustomerInvoice({ access, load }: CustomerInvoiceProps) {
  const loaded = useLoad(`invoice ${access.id}`, (call, signal) => listInvoices(load(call, signal)));
  return (
    <>
      {/* Has the utilities of the sheet, which other pages of shoppers do without. */}
      <link rel="stylesheet" href={css} precedence="admin" />
      <BackLink to={toOrderPath(access)}>{orders.title}</BackLink>
      <div className="print:hidden">
        <DashboardHeader
          title={words.invoice}
          lead={words.customerLead}
          actions={
            loaded.data?.length !== 0 && (
              // While it loads, its row is kept.
              <Button disabled={!loaded.data} onClick={() => window.print()}>
                {words.print}
              </Button>
            )
          }
        />
      </div>
      <AsyncContent state={loaded} skeleton={<SkeletonText lines={12} className="max-w-text space-y-5" />}>
        {([found]) =>
          found ? (
            <Invoice {...found} />
          ) : (
            <EmptyState icon={<BagIcon size={22} />} title={words.noInvoice}>
              {words.noInvoiceHint}
            </EmptyState>
          )
        }
      </AsyncContent>
    </>
  );
}
