/** In the bar of narrow windows, where prices say that shipping is added: what is paid with all of it. Wide ones have the list's total there. */
import { formatPrice } from '../../shared/format.ts';
import { useShop } from '../../shared/shop-data.ts';
import { checkout as words } from './messages.ts';

/** Null: it isn't known yet. */
export function WholeTotal({ total }: { total: number | null }) {
  if (!useShop().settings.priceNotes?.shipped) return null;
  return (
    <p className="checkout-line flex justify-between gap-4 font-[560]">
      {words.wholeTotal} <strong className="tabular-nums">{total !== null && formatPrice(total)}</strong>
    </p>
  );
}
