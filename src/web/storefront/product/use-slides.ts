/** Which slide of a horizontally scrolling track is shown, and ways to the others. Swiping is the browser's own scrolling. */
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { usePrefersReducedMotion } from '../../kit/hooks/use-prefers-reduced-motion.ts';

const STEPS: Record<string, (current: number, last: number) => number> = {
  ArrowLeft: (current) => current - 1,
  ArrowRight: (current) => current + 1,
  Home: () => 0,
  End: (_current, last) => last,
};

export function useSlides(track: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  /** Where a chosen slide is scrolled to: those on the way aren't shown as the current one. */
  const target = useRef<number | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();

  const show = (index: number) => {
    const next = Math.min(Math.max(index, 0), count - 1);
    const element = track.current;
    if (!element || next === current) return;
    target.current = next;
    setCurrent(next);
    element.scrollTo({ left: next * element.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  };

  return {
    current,
    show,
    onScroll: () => {
      const element = track.current;
      if (!element?.clientWidth) return;
      const position = element.scrollLeft / element.clientWidth;
      const nearest = Math.round(position);
      const isSettled = Math.abs(position - nearest) < 0.02;
      if (target.current === nearest && isSettled) target.current = null;
      if (target.current === null) setCurrent(Math.min(nearest, count - 1));
    },
    /** A finger or wheel takes over from a chosen slide. */
    onTakeOver: () => {
      target.current = null;
    },
    /** Returns whether the key was one that leads to another slide. */
    handleKey: ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      const step = STEPS[key];
      if (!step || altKey || ctrlKey || metaKey) return false;
      show(step(current, count - 1));
      return true;
    },
  };
}
