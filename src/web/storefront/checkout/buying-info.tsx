/** What helps people to decide, beside the buttons to buy: delivery time, returns and ways to pay, as the merchant has set them. */
import type { ReactNode } from 'react';
import type { ShippingOption } from '../../../contract/cart.ts';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/icons.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { checkout } from './messages.ts';

const TruckIcon = (
  <Icon size={18}>
    <path d="M3 6h11v10H3zM14 10h4l3 3v3h-7z" />
    <circle cx="7.5" cy="17.5" r="1.8" />
    <circle cx="17.5" cy="17.5" r="1.8" />
  </Icon>
);
const ReturnIcon = (
  <Icon size={18}>
    <path d="m8 5-4 4 4 4" />
    <path d="M4 9h10a5 5 0 0 1 0 10h-3" />
  </Icon>
);
const LockIcon = (
  <Icon size={18}>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </Icon>
);

interface BuyingInfoProps {
  className?: string;
  /** How the cart is sent, once that is known. Its day replaces the shop's sentence, which may be about another country. */
  option?: ShippingOption | null;
  /** Of an item that ships later than others: it stands in the sentence's place. */
  promise?: string | undefined;
  /** On which day it arrives; it stands there before all else. */
  arrival?: ReactNode;
  /** False: nothing of it is sent, so there is no delivery time. */
  isSent?: boolean;
  /** Payment by hand or PayPal was chosen, so nobody comes to the card provider's page. */
  isByHand?: boolean;
}

/** What isn't set shows nothing; that the payment is safe is said where one can pay. */
export function BuyingInfo({ className, option, promise, arrival, isSent = true, isByHand = false }: BuyingInfoProps) {
  const { deliveryTime: sentence, returnsLine, paymentMarks = [], payment } = useShop().settings;
  const deliveryTime = option?.arrives || !isSent ? null : (arrival ?? promise ?? sentence);
  const isOnline = payment.provider !== null && payment.provider !== 'manual' && !isByHand;
  if (!deliveryTime && !returnsLine && !paymentMarks.length && !isOnline) return null;
  return (
    <ul className={classNames('grid gap-2 text-small text-soft', className)}>
      {deliveryTime && <InfoRow icon={TruckIcon}>{deliveryTime}</InfoRow>}
      {returnsLine && <InfoRow icon={ReturnIcon}>{returnsLine}</InfoRow>}
      {isOnline && <InfoRow icon={LockIcon}>{checkout.securePayment}</InfoRow>}
      {paymentMarks.length > 0 && (
        <li>
          <ul aria-label={checkout.paymentMarks} className="flex flex-wrap gap-1.5 pl-6.5">
            {paymentMarks.map((mark) => (
              <li key={mark} className="rounded-small border border-line bg-raised px-1.5 font-[560] text-ink">
                {mark}
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  );
}

function InfoRow({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="shrink-0">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
