/** Finds where a panel over the page covers no button, from the look of the page at this moment. */

/** Between the panel and the edges of the window, and what it mustn't cover. */
const GAP = 8;
const STEP = 8;
const CONTROLS = 'button, input, select, textarea, summary, a.button, [role="option"], .toast';
/** Pressed anywhere, such as a picture that opens larger: the rest of it stays free. */
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

/** From the usual place to the farthest: below the header at the right, or on a telephone from the bottom up. */
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

/** In the page, so that it scrolls with it: `left` and `top` for an absolute position. */
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
