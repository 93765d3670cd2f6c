import { FEW_LEFT } from '../constants.ts';
import { stock } from '../messages.ts';
import { classNames } from '../ui/class-names.ts';

/** How much is left, in words; on cards only where it matters. */
export function StockNote({ quantity, isQuiet = false, className }: { quantity: number; isQuiet?: boolean; className?: string }) {
  if (quantity <= 0) return <p className={classNames('text-small text-soft', className)}>{stock.out}</p>;
  if (quantity <= FEW_LEFT) return <p className={classNames('text-small text-caution', className)}>{stock.few(quantity)}</p>;
  if (isQuiet) return null;
  return <p className={classNames('text-small text-good', className)}>{stock.in}</p>;
}
