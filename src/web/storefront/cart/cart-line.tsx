/** One product in the cart. After removing it, its row keeps its height and offers an undo. */
import { type ReactNode, useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { EXCERPT_LENGTH, LABEL_MAX_LENGTH, MAX_QUANTITY_PER_ADD } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { excerpt, formatPrice } from '../../shared/format.ts';
import { common } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { productPage as words } from '../../shared/messages/storefront.ts';
import { LineParts } from '../../shared/orders/line-parts.tsx';
import { PriceBefore, PriceNotes } from '../../shared/products/price.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { WithdrawalNotice } from '../../shared/products/withdrawal-notice.tsx';
import { addToCart, getItemId, toItemPath } from '../../state/cart.ts';
import { type CartLine, removeFromCart } from '../../state/cart-changes.ts';
import { describePrice, type LineIssue, type LineStatus, type StockStatus } from './line-status.ts';
import { cart } from './messages.ts';
import { showQuantityCut } from './show-quantity-cut.ts';

interface StockStatusRowProps {
  stock: StockStatus;
  name: string;
  /** The checkout's error, which is the most recent. */
  issue?: LineIssue | undefined;
  reduce: (available: number) => void;
}

/**
 * A line's stock status, and the button that corrects the quantity. Its height is reserved, so that nothing jumps when
 * the answer arrives.
 */
export function StockStatusRow({ stock, name, issue, reduce }: StockStatusRowProps) {
  const reducible = stock.state === 'insufficient' ? stock.available || null : (issue?.limit ?? null);
  const isAvailable = stock.state === 'in-stock' || stock.state === 'unknown';
  // What ships later isn't in stock, so it isn't green.
  const promise = stock.state === 'in-stock' && stock.promise;
  return (
    <div className="tabular-nums flex min-h-7 flex-wrap items-center gap-x-3 text-small">
      {issue && <span className="text-danger">{issue.message}</span>}
      {!issue && (
        <span className={classNames(isAvailable ? !promise && 'text-good' : 'font-[560] text-caution')}>{describeStock(stock)}</span>
      )}
      {reducible !== null && (
        <AdjustButton label={`${cart.reduceTo(reducible)}: ${name}`} onClick={() => reduce(reducible)}>
          {cart.reduceTo(reducible)}
        </AdjustButton>
      )}
    </div>
  );
}

function describeStock(stock: StockStatus): string {
  switch (stock.state) {
    case 'unknown':
      return '';
    case 'in-stock':
      return stock.promise ?? cart.inStock;
    case 'insufficient':
      return stock.isShared ? cart.sharedStock(stock.available) : cart.insufficientStock(stock.available);
    case 'sold-out':
      return cart.soldOut;
    case 'undecided':
      return cart.undecided;
    case 'discontinued':
      return cart.discontinued;
  }
}

function AdjustButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-7 rounded-small font-[560] text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
    >
      {children}
    </button>
  );
}

interface CartLineRowProps {
  line: CartLine;
  status: LineStatus;
  /** The sum is of the cart before, or hasn't come yet. */
  isLoading: boolean;
  remove: (count: number) => void;
  /** Set once the line was removed. */
  undo: (() => void) | null;
}

/** Local storage may hold an invalid stock, which then sets no limit. */
function getMaxQuantity({ product, count }: CartLine): number {
  const max =
    Number.isInteger(product.quantity) && product.quantity > 0 ? Math.min(product.quantity, MAX_QUANTITY_PER_ADD) : MAX_QUANTITY_PER_ADD;
  return Math.max(max, count);
}

export function changeCount({ product, count }: CartLine, next: number): void {
  if (next < count) removeFromCart(getItemId(product), count - next);
  if (next > count && !addToCart(product, next - count).isSaved) toast.error(common.cartNotSaved);
}

export function CartLineRow({ line, status, isLoading, remove, undo }: CartLineRowProps) {
  const { product, count } = line;
  const root = useRef<HTMLLIElement>(null);
  const isRemoved = undo !== null;
  const wasRemoved = useRef(isRemoved);

  // The clicked button is gone: focus the Undo button, or after undoing the Remove button.
  useEffect(() => {
    if (wasRemoved.current === isRemoved) return;
    wasRemoved.current = isRemoved;
    root.current?.querySelector<HTMLElement>(isRemoved ? '[data-undo]' : '[data-remove]')?.focus();
  }, [isRemoved]);

  const to = toItemPath(product);
  const name = excerpt(product.chosen ? `${product.name}, ${product.chosen}` : product.name, LABEL_MAX_LENGTH);
  const isUnavailable = status.stock.state === 'discontinued' || status.stock.state === 'sold-out';
  return (
    <li ref={root} className="relative border-b border-line">
      <div
        className={classNames(
          'grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-5',
          isRemoved && 'invisible',
        )}
      >
        <Link to={to} tabIndex={-1} aria-hidden="true" className="self-start overflow-hidden rounded-card sm:row-span-2">
          <ProductImage image={product.image} alt="" sizes="120px" {...(isUnavailable && { className: 'opacity-50' })} />
        </Link>
        <div className="min-w-0">
          <h3 className="text-base leading-snug font-[600] tracking-[-0.01em]">
            <Link to={to} className="line-clamp-2 py-0.5 hover:text-accent">
              {product.name}
            </Link>
          </h3>
          {product.chosen && <p className="text-small font-[560]">{product.chosen}</p>}
          <LineParts parts={status.parts} count={count} className="my-1 text-small text-soft" />
          <p className="line-clamp-1 text-small text-soft">{excerpt(product.description, EXCERPT_LENGTH.category)}</p>
          <p
            className={classNames(
              'tabular-nums mt-0.5 text-small',
              status.previousPrice === undefined ? 'text-soft' : 'font-[560] text-caution',
            )}
          >
            {describePrice(product.price, status.previousPrice)}
            {status.previousPrice === undefined && <PriceBefore product={product} />}
            <PriceNotes product={product} />
          </p>
          <WithdrawalNotice exception={product.withdrawalException} />
          <StockStatusRow
            stock={status.stock}
            name={name}
            reduce={(available) => {
              changeCount(line, available);
              root.current?.querySelector('input')?.focus();
            }}
          />
        </div>
        <div className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-3 sm:col-span-1">
          <Stepper
            label={cart.quantityLabel(name)}
            decreaseLabel={`${words.decrease}: ${name}`}
            increaseLabel={`${words.increase}: ${name}`}
            value={count}
            min={1}
            max={getMaxQuantity(line)}
            onChange={(next) => changeCount(line, next)}
            onCut={(max) => showQuantityCut(product, max)}
          />
          {/* On phones two of them have a row of their own, below the count and its price. */}
          <div className={classNames('flex flex-wrap gap-x-2', count > 1 && 'max-sm:order-last max-sm:-ml-2.5 max-sm:w-full')}>
            <Button variant="danger-quiet" className="px-2.5!" aria-label={cart.removeLabel(name)} data-remove onClick={() => remove(1)}>
              {spec.removeItem}
            </Button>
            {count > 1 && (
              <Button
                variant="danger-quiet"
                className="px-2.5!"
                aria-label={`${cart.removeAll(count)}: ${name}`}
                onClick={() => remove(count)}
              >
                {cart.removeAll(count)}
              </Button>
            )}
          </div>
          <p
            aria-busy={isLoading}
            className={classNames(
              'tabular-nums ml-auto min-h-6 min-w-0 font-[600] transition-opacity sm:text-large',
              isLoading && 'opacity-60',
            )}
          >
            {status.subtotal === null ? isLoading && <Skeleton className="h-5 w-16" /> : formatPrice(status.subtotal)}
          </p>
        </div>
      </div>
      {undo && <RemovedRow name={product.name} label={name} undo={undo} />}
    </li>
  );
}

function RemovedRow({ name, label, undo }: { name: string; label: string; undo: () => void }) {
  return (
    <div className="absolute inset-0 flex items-center justify-between gap-4 text-soft">
      <p className="line-clamp-2 min-w-0">
        {cart.removed} <bdi>{name}</bdi>
      </p>
      <Button variant="secondary" aria-label={`${cart.undo}: ${label}`} data-undo onClick={undo}>
        {cart.undo}
      </Button>
    </div>
  );
}
