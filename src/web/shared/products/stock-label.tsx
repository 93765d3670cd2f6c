import { classNames } from '../../kit/class-names.ts';
import { useShop } from '../hooks/use-shop.ts';
import { stock } from '../messages/home.ts';

/** Stock in words. Cards set `isLowStockOnly`, since most products are in stock. */
export function StockLabel({
  quantity,
  isLowStockOnly = false,
  className,
}: {
  quantity: number;
  isLowStockOnly?: boolean;
  className?: string;
}) {
  const { lowStockThreshold } = useShop().settings.shop;
  if (quantity <= 0) return <p className={classNames('text-small text-soft', className)}>{stock.outOfStock}</p>;
  if (quantity <= lowStockThreshold) return <p className={classNames('text-small text-caution', className)}>{stock.lowStock(quantity)}</p>;
  if (isLowStockOnly) return null;
  return <p className={classNames('text-small text-good', className)}>{stock.inStock}</p>;
}
