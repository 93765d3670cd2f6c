import type { ReactNode } from 'react';
import { cart } from '../../../messages.buy.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Stock } from './standing.ts';

interface StockLineProps {
  stock: Stock;
  count: number;
  name: string;
  /** What the checkout said of it; it knows best. */
  issue: string | undefined;
  reduce: (left: number) => void;
  removeAll: () => void;
}

/** How much of it there is, and the one press that settles it. Its place is kept, so that nothing jumps when the answer comes. */
export function StockLine({ stock, count, name, issue, reduce, removeAll }: StockLineProps) {
  const isFine = stock.state === 'in' || stock.state === 'unknown';
  return (
    <div className="figures flex min-h-7 flex-wrap items-center gap-x-3 text-small">
      {issue && <span className="text-danger">{issue}</span>}
      {!issue && <span className={classNames(isFine ? 'text-good' : 'font-[560] text-caution')}>{wordsOf(stock)}</span>}
      {stock.state === 'short' && (
        <Settle label={`${cart.reduce(stock.left)}: ${name}`} onClick={() => reduce(stock.left)}>
          {cart.reduce(stock.left)}
        </Settle>
      )}
      {!isFine && stock.state !== 'short' && count > 1 && (
        <Settle label={`${cart.removeAll(count)}: ${name}`} onClick={removeAll}>
          {cart.removeAll(count)}
        </Settle>
      )}
    </div>
  );
}

function wordsOf(stock: Stock): string {
  switch (stock.state) {
    case 'unknown':
      return '';
    case 'in':
      return cart.inStock;
    case 'short':
      return cart.short(stock.left);
    case 'out':
      return cart.soldOut;
    case 'gone':
      return cart.gone;
  }
}

function Settle({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
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
