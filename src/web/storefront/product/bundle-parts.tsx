/** What a bundle is made of, each part with the way to its own page, and what they cost bought separately. */
import type { BundlePart } from '../../../contract/bundle.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../../shared/format.ts';
import { bundle as words } from '../../shared/messages/bundle.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { toItemPath } from '../../state/cart.ts';

/** In cents, so that no part of one is lost. */
const sumParts = (parts: BundlePart[]) => parts.reduce((cents, { price, count }) => cents + toCents(price) * count, 0);

export function BundleParts({ parts, price }: { parts: BundlePart[] | undefined; price: number }) {
  if (!parts) return null;
  const sum = sumParts(parts);
  const saved = sum - toCents(price);
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{words.parts}</h2>
      <ul className="mt-3 grid gap-3">
        {parts.map((part) => (
          <li key={part.variant ?? part.product} className="tabular-nums flex items-center gap-3">
            <span className="size-14 shrink-0 overflow-hidden rounded-control">
              <ProductImage image={part.image} alt="" sizes="56px" />
            </span>
            <span className="min-w-0 grow">
              <span className="text-soft">{part.count} × </span>
              {part.problem ? (
                <bdi>{part.name}</bdi>
              ) : (
                <Link to={toItemPath(part)} className="py-1 font-[560] hover:text-accent">
                  <bdi>{part.name}</bdi>
                </Link>
              )}
              {part.options && <span className="block text-small text-soft">{part.options}</span>}
            </span>
            <span className="text-small whitespace-nowrap text-soft">
              {part.count > 1 ? words.each(formatPrice(part.price)) : formatPrice(part.price)}
            </span>
          </li>
        ))}
      </ul>
      {saved > 0 && (
        <p className="tabular-nums mt-3 text-small text-good">
          {words.separately(formatPrice(toDollars(sum)), formatPrice(toDollars(saved)))}
        </p>
      )}
    </section>
  );
}
