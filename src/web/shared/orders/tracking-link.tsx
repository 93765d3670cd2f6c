/** A tracking number that leads to its carrier's page, where the shop knows it. */
import { buildTrackingUrl } from '../../../contract/order-shipping.ts';

export function TrackingLink({ carrier, tracking }: { carrier: string | null; tracking: string }) {
  const url = buildTrackingUrl(carrier, tracking);
  if (!url) return tracking;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline hover:text-accent">
      {tracking}
    </a>
  );
}
