/** What is bought and what it costs: always in sight beside the form, on narrow screens folded under one line above it. */
import { useId, useState } from 'react';
import type { Issue } from '../../../contract/errors.ts';
import { LABEL_MAX_LENGTH } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { excerpt, formatPrice } from '../../shared/format.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { LineParts } from '../../shared/orders/line-parts.tsx';
import { UnitPrice } from '../../shared/products/price.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { WithdrawalNotice } from '../../shared/products/withdrawal-notice.tsx';
import { getItemId } from '../../state/cart.ts';
import { type CartLine, removeFromCart } from '../../state/cart-changes.ts';
import { changeCount, StockStatusRow } from '../cart/cart-line.tsx';
import { CartTotals } from '../cart/cart-summary.tsx';
import { describePrice, findLineIssue, getLineStatus } from '../cart/line-status.ts';
import { cart } from '../cart/messages.ts';
import type { PricedCart } from '../cart/use-cart-price.ts';
import { checkout as words } from './messages.ts';
import type { OrderDraft } from './use-delivery-address.ts';

interface OrderSummaryProps {
  draft: OrderDraft;
  /** The checkout's errors about single products. */
  issues: Issue[];
}

export function OrderSummary({ draft, issues }: OrderSummaryProps) {
  const { lines, items, priced, isEstimate } = draft;
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || issues.length > 0;
  return (
    <section aria-label={words.summary} className="checkout-summary">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpened(!isOpen)}>
        <span className="min-w-0 grow text-left">{isOpen ? words.hideSummary : words.showSummary}</span>
        <span className="tabular-nums font-[640]">
          {priced.price ? formatPrice(priced.price.total) : <Skeleton className="h-5 w-16" />}
        </span>
        <ChevronIcon className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={id} data-open={isOpen || undefined}>
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="text-title">{words.summary}</h2>
          <Link to="/cart" className="py-1 text-small text-accent underline underline-offset-4">
            {words.editCart}
          </Link>
        </div>
        <ul className="my-2">
          {lines.map((line) => (
            <SummaryLine key={getItemId(line.product)} line={line} priced={priced} issues={issues} />
          ))}
        </ul>
        <CartTotals priced={priced} isEmpty={items.length === 0} isEstimate={isEstimate} />
      </div>
    </section>
  );
}

function SummaryLine({ line, priced, issues }: { line: CartLine; priced: PricedCart; issues: Issue[] }) {
  const { product, count } = line;
  const { stock, subtotal, previousPrice, parts } = getLineStatus(line, priced);
  const issue = findLineIssue(issues, product);
  const isTrouble = issue !== undefined || !['in-stock', 'unknown'].includes(stock.state);
  const isGone = ['sold-out', 'undecided', 'discontinued'].includes(stock.state);
  return (
    <li className="flex gap-3 py-2">
      <span className="relative size-16 shrink-0">
        <span className="block size-full overflow-hidden rounded-control border border-line">
          <ProductImage image={product.image} alt="" sizes="64px" />
        </span>
        <span
          aria-hidden="true"
          className="tabular-nums absolute -top-1.5 -right-1.5 min-w-6 rounded-full bg-ink px-1.5 text-center text-small text-ground"
        >
          {count}
        </span>
      </span>
      <div className="min-w-0 grow">
        <span className="line-clamp-2 font-[560]">
          <bdi>{product.name}</bdi>
        </span>
        <span className="sr-only">× {count}</span>
        {product.chosen && <span className="block text-small text-soft">{product.chosen}</span>}
        <LineParts parts={parts} count={count} />
        <UnitPrice product={product} />
        <WithdrawalNotice exception={product.withdrawalException} />
        {previousPrice !== undefined && (
          <span className="tabular-nums block text-small font-[560] text-caution">{describePrice(product.price, previousPrice)}</span>
        )}
        {stock.state === 'in-stock' && stock.promise && <span className="block text-small text-soft">{stock.promise}</span>}
        {isTrouble && (
          <StockStatusRow
            stock={stock}
            name={excerpt(product.name, LABEL_MAX_LENGTH)}
            issue={issue}
            reduce={(available) => changeCount(line, available)}
          />
        )}
        {isGone && (
          <Button
            variant="danger-quiet"
            size="small"
            className="-ml-3"
            aria-label={cart.removeLabel(excerpt(product.name, LABEL_MAX_LENGTH))}
            onClick={() => removeFromCart(getItemId(product), count)}
          >
            {spec.removeItem}
          </Button>
        )}
      </div>
      <span className={classNames('tabular-nums whitespace-nowrap', priced.isLoading && 'opacity-60')}>
        {subtotal === null ? priced.isLoading && <Skeleton className="mt-1 h-4 w-14" /> : formatPrice(subtotal)}
      </span>
    </li>
  );
}
