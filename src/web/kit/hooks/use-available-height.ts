import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels kept free below. */
const BOTTOM_MARGIN = 12;

/** Pixels from the top of an element to the bottom of the visible page, which a phone's keyboard shrinks. */
export function useAvailableHeight(element: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(viewport.offsetTop + viewport.height - top - BOTTOM_MARGIN);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
  return height;
}
