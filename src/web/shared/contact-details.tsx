/** The shop's contact and legal details, as far as the merchant has set them. */
import type { ShopDetails } from '../../contract/settings.ts';
import { classNames } from '../kit/class-names.ts';

const LINK = 'inline-flex min-h-8 items-center hover:text-ink hover:underline [overflow-wrap:anywhere]';

export function ContactDetails({ shop, className }: { shop: ShopDetails; className?: string }) {
  const { email, phone, address, legalDetails } = shop;
  if (!(email || phone || address || legalDetails)) return null;
  return (
    <address className={classNames('flex flex-col items-start gap-1 text-soft not-italic', className)}>
      {address && <p className="whitespace-pre-line">{address}</p>}
      {email && (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={LINK}>
          {phone}
        </a>
      )}
      {legalDetails && <p className="mt-2 text-small whitespace-pre-line">{legalDetails}</p>}
    </address>
  );
}
