import { buildTrackingUrl } from '../../../../../contract/carriers.ts';
import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
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
    values: { order: String(order.number), shipment: carrier ? `has shipped with ${carrier}` : 'has shipped' },
    blocks: [
      OPENING,
      tracking ? { title: 'Tracking number', lines: tracking } : null,
      trackingUrl ? { link: 'Track your package', url: trackingUrl } : null,
      buildOrderTable(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}
