import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels that stay free at the end. */
const BOTTOM_MARGIN = 12;

/** Pixels from the top of an element to the end of what is seen of the page, which a phone's keyboard makes less. */
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
