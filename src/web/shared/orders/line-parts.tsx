/** The parts of a bundle below its line, small: how many of each the line's bundles hold. */
import { describePart, type LinePart } from '../../../contract/bundle.ts';
import { bundle as words } from '../messages/bundle.ts';
import { orders } from '../messages/orders.ts';

interface LinePartsProps {
  parts: Pick<LinePart, 'product' | 'variant' | 'name' | 'options' | 'sku' | 'count'>[] | undefined;
  /** How many bundles. */
  count: number;
  /** For the team, who look for the items by SKU. */
  hasSku?: boolean;
  className?: string;
}

export function LineParts({ parts, count, hasSku = false, className = 'text-small text-soft' }: LinePartsProps) {
  if (!parts) return null;
  return (
    <ul aria-label={words.parts} className={`${className} tabular-nums`}>
      {parts.map((part) => (
        <li key={part.variant ?? part.product} className="wrap-anywhere">
          <bdi>{describePart(part, count)}</bdi>
          {hasSku && part.sku && <span className="opacity-80">, {orders.sku(part.sku)}</span>}
        </li>
      ))}
    </ul>
  );
}
