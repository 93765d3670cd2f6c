/** What the law wants right above the button that orders: the products with their numbers, all that is charged, and the terms. */
import { useId } from 'react';
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE } from '../../../contract/withdrawal-fields.ts';
import { formatPrice } from '../../shared/format.ts';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { getItemId } from '../../state/cart.ts';
import { getLineStatus } from '../cart/line-status.ts';
import { cart } from '../cart/messages.ts';
import { checkoutWords as words } from './messages.ts';
import type { OrderDraft } from './use-delivery-address.ts';

type ReviewedDraft = Pick<OrderDraft, 'lines' | 'priced'>;

export function OrderReview({ lines, priced }: ReviewedDraft) {
  const id = useId();
  const { price, isLoading } = priced;
  if (!price) return null;
  const parts = { ...price, shippingName: price.shippingOption?.name ?? null, code: price.code?.applies ? price.code.code : null };
  return (
    <section aria-labelledby={id} aria-busy={isLoading} className="tabular-nums border-t border-line pt-5">
      <h2 id={id} className="text-title">
        {words.review}
      </h2>
      <ul className="mt-3 grid gap-1.5">
        {lines.map((line) => {
          const { product, count } = line;
          const { subtotal } = getLineStatus(line, priced);
          return (
            <li key={getItemId(product)} className="flex justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">
                {count} × <bdi>{product.name}</bdi>
                {product.chosen && `, ${product.chosen}`}
              </span>
              <span className="whitespace-nowrap">{subtotal === null ? '—' : formatPrice(subtotal)}</span>
            </li>
          );
        })}
      </ul>
      <PriceRows parts={parts} className="mt-3 border-t border-line pt-3" />
      <p className="mt-3 flex justify-between gap-4 font-[640]">
        <span>{cart.total}</span>
        <span>{formatPrice(price.total)}</span>
      </p>
      <IncludedTax parts={parts} />
      <Terms texts={price.texts} />
    </section>
  );
}

/** They open beside the checkout, which stays as it is. */
function Terms({ texts = [] }: { texts: readonly { slug: string; title: string }[] | undefined }) {
  const { withdrawalDays } = useShop().settings.shop;
  const withdrawal = withdrawalDays ? [{ slug: WITHDRAWAL_SLUG, title: WITHDRAWAL_TITLE }] : [];
  const all = [...texts, ...withdrawal.filter(({ slug }) => !texts.some((it) => it.slug === slug))];
  if (!all.length) return null;
  return (
    <p className="mt-3 text-small text-soft">
      {texts.length > 0 ? words.terms : words.rights}{' '}
      {all.map(({ slug, title }, index) => (
        <span key={slug}>
          {index > 0 && ' · '}
          <a href={`/pages/${slug}`} target="_blank" rel="noopener" className="text-accent underline underline-offset-4">
            <bdi>{title}</bdi>
          </a>
        </span>
      ))}
    </p>
  );
}

/** In the bar that stays at the bottom of narrow windows, where the list above may be out of sight: hidden where there is room. */
export function ReviewLine({ lines, priced: { price } }: ReviewedDraft) {
  if (!price) return null;
  return (
    <div className="checkout-line">
      <p className="tabular-nums line-clamp-2 text-small text-soft">
        {lines.map(({ product, count }) => `${count} × ${product.name}`).join(', ')}
        {price.shipping > 0 && words.withShipping(formatPrice(price.shipping))}
      </p>
    </div>
  );
}
