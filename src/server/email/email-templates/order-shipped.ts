import { buildTrackingUrl } from '../../../contract/carriers.ts';
import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { renderEmail } from './email-layout.ts';
import { buildOrderLink, buildOrderTable, isGuestEmail, type OrderEmailData } from './order-parts.ts';

export function renderOrderShippedEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  const carrier = toSingleLine(order.carrier ?? '');
  const tracking = toSingleLine(order.tracking ?? '');
  const trackingUrl = buildTrackingUrl(carrier, tracking);
  return renderEmail({
    kind: 'order shipped',
    ...data,
    isGuest: isGuestEmail(data),
    subject: `Your order #${order.number} is on its way`,
    blocks: [
      carrier ? `Order #${order.number} has shipped with ${carrier}.` : `Order #${order.number} has shipped.`,
      tracking ? { title: 'Tracking number', lines: tracking } : null,
      trackingUrl ? { link: 'Track your package', url: trackingUrl } : null,
      buildOrderTable(order),
      buildOrderLink(data),
    ],
  });
}
