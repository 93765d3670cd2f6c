/** Shown for a few seconds after adding to the cart: the added product, and a link to the cart. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ADDED_PANEL_MS } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { CheckIcon, CloseIcon } from '../../kit/icons.tsx';
import { type JustAdded, setJustAdded } from '../../state/cart.ts';
import { formatPrice } from '../format.ts';
import { common } from '../messages/common.ts';
import { PriceBefore } from '../products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../products/product-image.tsx';

const words = { label: 'Added to the cart', heading: 'Added', viewCart: 'View cart' } as const;

/** Pixels between the panel and the edges of the window, and the controls that it mustn't cover. */
const GAP = 8;
const STEP = 8;
const CONTROLS = 'button, input, select, textarea, summary, a.button, [role="option"], .toast';
/** A control this large, such as an image that opens at full size, may be covered in part. */
const LARGE_CONTROL = 150;
/** As wide as `--breakpoint-sm`: below it the panel is as wide as the window. */
const NARROW = 640;
const PAGE_WIDTH = 1176;
const PAGE_PADDING = 20;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How much of `other` is under the box, in square pixels. */
function measureOverlap(box: Box, other: Box): number {
  const width = Math.min(box.right, other.right + GAP) - Math.max(box.left, other.left - GAP);
  const height = Math.min(box.bottom, other.bottom + GAP) - Math.max(box.top, other.top - GAP);
  return Math.max(width, 0) * Math.max(height, 0);
}

function listControls(panel: Element): Box[] {
  return [...document.querySelectorAll(CONTROLS)].flatMap((it) => {
    if (panel.contains(it) || it.closest('header')) return [];
    const box = it.getBoundingClientRect();
    const isLarge = box.width > LARGE_CONTROL && box.height > LARGE_CONTROL;
    return isLarge || box.width === 0 || box.bottom < 0 || box.top > window.innerHeight ? [] : [box];
  });
}

/** Possible places, the preferred one first: below the header at the right, or on a phone from the bottom up. */
function listPlaces({ width, height }: DOMRect): { left: number; top: number }[] {
  const top = (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + GAP;
  const bars = [...document.querySelectorAll('[data-bottom-bar] > *')].map((it) => it.getBoundingClientRect().top);
  const bottom = Math.min(window.innerHeight, ...bars) - height - GAP;
  const tops = Array.from({ length: Math.max(Math.floor((bottom - top) / STEP), 0) + 1 }, (_, step) => top + step * STEP);
  const pageWidth = document.documentElement.clientWidth;
  if (window.innerWidth < NARROW) return tops.reverse().map((it) => ({ left: (pageWidth - width) / 2, top: it }));
  const edge = Math.max((pageWidth - PAGE_WIDTH) / 2, 0) + PAGE_PADDING;
  const lefts = [pageWidth - edge - width, pageWidth - width - GAP, GAP, edge, (pageWidth - width) / 2];
  return lefts.flatMap((left) => tops.map((it) => ({ left, top: it })));
}

/** `left` and `top` of an absolute position in the page, so that the panel scrolls with it. */
export function findFreeSpot(panel: Element): { left: string; top: string } {
  const size = panel.getBoundingClientRect();
  const controls = listControls(panel);
  let best = { left: GAP, top: GAP, covered: Number.POSITIVE_INFINITY };
  for (const { left, top } of listPlaces(size)) {
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const covered = controls.reduce((sum, it) => sum + measureOverlap(box, it), 0);
    if (covered < best.covered) best = { left, top, covered };
    if (covered === 0) break;
  }
  return { left: `${best.left + window.scrollX}px`, top: `${best.top + window.scrollY}px` };
}

const hide = () => setJustAdded(null);

/** The panel is far from the pressed button in the document: Tab leads from the one into the other, and from its end to what follows the button. */
function leadTab(event: KeyboardEvent, panel: Element, pressed: HTMLElement): void {
  const controls = [...panel.querySelectorAll<HTMLElement>('button, a')];
  const { activeElement } = document;
  if (activeElement === (event.shiftKey ? controls[0] : pressed)) {
    event.preventDefault();
    (event.shiftKey ? pressed : controls[0])?.focus();
  }
  // The browser itself then goes one further.
  else if (activeElement === controls.at(-1) && !event.shiftKey) pressed.focus();
}

/** Stays while the pointer or the focus is in it. Screen readers announce the toast instead; the focus stays on the pressed button. */
export function AddedPanel({ added }: { added: JustAdded }) {
  const { product, count } = added;
  const panel = useRef<HTMLElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
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
    const { activeElement } = document;
    if (activeElement instanceof HTMLButtonElement && !panel.current?.contains(activeElement)) pressed.current = activeElement;
    const place = () => {
      const element = panel.current;
      if (element) Object.assign(element.style, findFreeSpot(element));
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [added]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
      if (event.key === 'Tab' && panel.current && pressed.current) leadTab(event, panel.current, pressed.current);
    };
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
