import type { ReactNode } from 'react';
import { classNames } from '../../kit/class-names.ts';
import type { LineIssue, StockStatus } from './line-status.ts';
import { cart } from './messages.ts';

interface StockStatusRowProps {
  stock: StockStatus;
  name: string;
  /** The checkout's error, which is the most recent. */
  issue: LineIssue | undefined;
  reduce: (available: number) => void;
}

/**
 * A line's stock status, and the button that corrects the quantity. Its height is reserved, so that nothing jumps when
 * the answer arrives.
 */
export function StockStatusRow({ stock, name, issue, reduce }: StockStatusRowProps) {
  const reducible = stock.state === 'insufficient' ? stock.available : (issue?.limit ?? null);
  const isAvailable = stock.state === 'in-stock' || stock.state === 'unknown';
  return (
    <div className="tabular-nums flex min-h-7 flex-wrap items-center gap-x-3 text-small">
      {issue && <span className="text-danger">{issue.message}</span>}
      {!issue && <span className={classNames(isAvailable ? 'text-good' : 'font-[560] text-caution')}>{describeStock(stock)}</span>}
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
      return cart.inStock;
    case 'insufficient':
      return cart.insufficientStock(stock.available);
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
