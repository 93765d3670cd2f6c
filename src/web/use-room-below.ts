import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels that stay free at the end. */
const EDGE = 12;

/** Pixels from the top of an element to the end of what is seen of the page, which a phone's keyboard makes less. */
export function useRoomBelow(element: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setRoom(view.offsetTop + view.height - top - EDGE);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, [element]);
  return room;
}
