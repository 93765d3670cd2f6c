/** Wheel, drag, pinch, double-click and keys, turned into a view. */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Area, FIT, move, type Point, type View, zoom } from './view.ts';

const STEP = 1.5;
const PUSH = 60;
const MIDDLE: Point = { x: 0, y: 0 };

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: PUSH, y: 0 },
  ArrowRight: { x: -PUSH, y: 0 },
  ArrowUp: { x: 0, y: PUSH },
  ArrowDown: { x: 0, y: -PUSH },
};

const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y);
const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, it) => sum + it.x, 0) / points.length,
  y: points.reduce((sum, it) => sum + it.y, 0) / points.length,
});

export function useZoom(area: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(FIT);
  const fingers = useRef(new Map<number, Point>());

  const change = (next: (view: View, area: Area) => View) => {
    const size = area.current?.getBoundingClientRect();
    if (size) setView((before) => next(before, size));
  };
  /** A point on the screen, counted from the middle of the area. */
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = area.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : MIDDLE;
  };
  const enlarge = (at = MIDDLE) => change((before, size) => zoom(before, STEP, at, size));
  const shrink = (at = MIDDLE) => change((before, size) => zoom(before, 1 / STEP, at, size));

  const keys = (event: KeyboardEvent) => {
    const push = ARROWS[event.key];
    if (push) change((before, size) => move(before, push, size));
    else if (event.key === '+' || event.key === '=') enlarge();
    else if (event.key === '-') shrink();
    else if (event.key === '0') setView(FIT);
    else return;
    event.preventDefault();
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    change((before, size) => zoom(before, Math.exp(-event.deltaY / 400), fromMiddle(event), size));
  };
  const heard = useRef({ keys, wheel });
  heard.current = { keys, wheel };

  // The keys count wherever the focus is; React's own wheel listener can't keep the page from scrolling.
  useEffect(() => {
    const element = area.current;
    const onKey = (event: KeyboardEvent) => heard.current.keys(event);
    const onWheel = (event: WheelEvent) => heard.current.wheel(event);
    document.addEventListener('keydown', onKey);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', onKey);
      element?.removeEventListener('wheel', onWheel);
    };
  }, [area]);

  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!fingers.current.has(event.pointerId)) return;
      const before = [...fingers.current.values()];
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...fingers.current.values()];
      const [from, to] = [middleOf(before), middleOf(after)];
      const spread = ([one, two]: Point[]) => (one && two ? distance(one, two) : 1);
      change((now, size) => {
        const moved = move(now, { x: to.x - from.x, y: to.y - from.y }, size);
        return zoom(moved, spread(after) / Math.max(spread(before), 1), fromMiddle(to), size);
      });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onDoubleClick: (event: { clientX: number; clientY: number }) => {
      if (view.scale > 1) return setView(FIT);
      change((before, size) => zoom(before, STEP * STEP, fromMiddle({ x: event.clientX, y: event.clientY }), size));
    },
  };
  return { view, enlarge: () => enlarge(), shrink: () => shrink(), handlers };
}
