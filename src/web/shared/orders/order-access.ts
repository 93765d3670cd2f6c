/** The calls about one order and the URL of its page, for its owner's login or a guest link's signature. */
import { cancelGuestOrder, readGuestOrder, resumeGuestCheckout } from '../../../contract/guest-order.ts';
import { cancelOrder, readOrder, resumeCheckout } from '../../../contract/order.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { type Api, api } from '../../api.ts';

/** `signature`: null for an order of the logged-in account. */
export interface OrderAccess {
  id: string;
  signature: string | null;
}

export async function fetchOrder(call: Api, { id, signature }: OrderAccess, signal: AbortSignal): Promise<Order> {
  const params = { id };
  if (signature) return (await call(readGuestOrder, { params, body: { signature }, signal })).order;
  return (await call(readOrder, { params, signal })).order;
}

export async function cancelCheckout({ id, signature }: OrderAccess): Promise<void> {
  if (signature) await api(cancelGuestOrder, { params: { id }, body: { signature } });
  else await api(cancelOrder, { params: { id } });
}

/** Where the checkout is paid. */
export async function fetchPaymentUrl({ id, signature }: OrderAccess): Promise<string> {
  if (signature) return (await api(resumeGuestCheckout, { params: { id }, body: { signature } })).url;
  return (await api(resumeCheckout, { params: { id } })).url;
}

export const toOrderPath = ({ id, signature }: OrderAccess): string =>
  signature ? `/guest/orders/${id}#${signature}` : `/dashboard/user/orders/${id}`;

/** URL parameter of an order's page that shows its invoice instead. A separate route would add bytes to every page. */
export const INVOICE_PARAM = 'invoice';

export const toInvoicePath = ({ id, signature }: OrderAccess): string =>
  signature ? `/guest/orders/${id}?${INVOICE_PARAM}#${signature}` : `/dashboard/user/orders/${id}?${INVOICE_PARAM}`;
