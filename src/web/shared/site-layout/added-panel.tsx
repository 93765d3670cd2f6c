/** Shown for a few seconds after adding to the cart: the added product, and a link to the cart. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ADDED_PANEL_MS } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { CheckIcon } from '../../kit/control-icons.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { type JustAdded, setJustAdded } from '../../state/just-added.ts';
import { formatPrice } from '../format.ts';
import { added as words } from '../messages/added-panel.ts';
import { common } from '../messages/common.ts';
import { PriceBefore } from '../products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../products/product-image.tsx';
import { findFreeSpot } from './free-spot.ts';

const hide = () => setJustAdded(null);

/** Stays while the pointer or the focus is in it. The toast tells screen readers; the focus stays on the pressed button. */
export function AddedPanel({ added }: { added: JustAdded }) {
  const { product, count } = added;
  const panel = useRef<HTMLElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const { key } = useLocation();
  const shownAt = useRef(key);

  useEffect(() => {
    if (key !== shownAt.current) hide();
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: adding again begins its time again
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(hide, ADDED_PANEL_MS);
    return () => clearTimeout(timer);
  }, [added, isHeld]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another product makes it another size
  useLayoutEffect(() => {
    const place = () => {
      const element = panel.current;
      if (element) Object.assign(element.style, findFreeSpot(element));
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [added]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <section
      ref={panel}
      aria-label={words.label}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(panel.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="added-panel"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-[600] text-good">
          <CheckIcon />
          {words.heading}
        </p>
        <button type="button" aria-label={common.close} onClick={hide} className="icon-button -m-2 text-soft hover:text-ink">
          <CloseIcon />
        </button>
      </div>
      <div className="mt-3 flex items-center gap-3">
        <span className="size-12 shrink-0 overflow-hidden rounded-control">
          <ProductImage image={product.image} alt="" sizes={IMAGE_SIZES.thumbnail} isEager />
        </span>
        <p className="min-w-0 grow">
          <bdi className="line-clamp-2 leading-snug">{product.name}</bdi>
          {product.chosen && <span className="block text-small text-soft">{product.chosen}</span>}
          <span className="tabular-nums text-soft">
            {count > 1 && `${count} × `}
            {formatPrice(product.price)}
            <PriceBefore product={product} />
          </span>
        </p>
      </div>
      <LinkButton to="/cart" className="mt-4 w-full">
        {words.viewCart}
      </LinkButton>
    </section>
  );
}
