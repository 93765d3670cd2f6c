/** Turns wheel, drag, pinch, double-click and keys into a view. */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The view of a square image in its area: the scale, and the offset of its center from the area's center. */
export interface View {
  /** 1 fits the area. */
  scale: number;
  /** In pixels. */
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export const FIT_VIEW: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 4;

const clampSymmetric = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

/** Limits the scale, and keeps the image from being moved out of sight. */
function clampView({ scale, x, y }: View, { width, height }: Size): View {
  const clampedScale = Math.min(Math.max(scale, 1), MAX_SCALE);
  const side = Math.min(width, height) * clampedScale;
  return {
    scale: clampedScale,
    x: clampSymmetric(x, Math.max(0, (side - width) / 2)),
    y: clampSymmetric(y, Math.max(0, (side - height) / 2)),
  };
}

export function pan(view: View, by: Point, area: Size): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, area);
}

/** Scales around a point (relative to the area's center), which stays in place. */
export function zoom(view: View, factor: number, at: Point, area: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE);
  const ratio = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, area);
}

const ZOOM_STEP = 1.5;
const PAN_STEP = 60;
/** In pixels: a shorter movement of a finger doesn't count as a swipe. */
const SWIPE_LENGTH = 48;
const CENTER: Point = { x: 0, y: 0 };

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
};

const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y);
const midpoint = (points: Point[]): Point => ({
  x: points.reduce((sum, it) => sum + it.x, 0) / points.length,
  y: points.reduce((sum, it) => sum + it.y, 0) / points.length,
});

/** `goOn` shows the next or previous image: arrow keys and a swipe do this while the image isn't enlarged. */
export function useZoom(area: RefObject<HTMLElement | null>, goOn: (by: 1 | -1) => void) {
  const [view, setView] = useState(FIT_VIEW);
  const pointers = useRef(new Map<number, Point>());
  /** Where a single finger touched; null if there are several, or the image was enlarged. */
  const swipeStart = useRef<Point | null>(null);

  const change = (next: (view: View, area: Size) => View) => {
    const size = area.current?.getBoundingClientRect();
    if (size) setView((before) => next(before, size));
  };
  /** A point on the screen relative to the center of the area. */
  const fromCenter = ({ x, y }: Point): Point => {
    const box = area.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : CENTER;
  };
  const zoomIn = (at = CENTER) => change((before, size) => zoom(before, ZOOM_STEP, at, size));
  const zoomOut = (at = CENTER) => change((before, size) => zoom(before, 1 / ZOOM_STEP, at, size));

  const keys = (event: KeyboardEvent) => {
    const offset = ARROWS[event.key];
    if (offset && offset.x !== 0 && view.scale === 1) goOn(offset.x < 0 ? 1 : -1);
    else if (offset) change((before, size) => pan(before, offset, size));
    else if (event.key === '+' || event.key === '=') zoomIn();
    else if (event.key === '-') zoomOut();
    else if (event.key === '0') setView(FIT_VIEW);
    else return;
    event.preventDefault();
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    change((before, size) => zoom(before, Math.exp(-event.deltaY / 400), fromCenter(event), size));
  };
  const onKey = useEffectEvent(keys);
  const onWheel = useEffectEvent(wheel);

  // Keys work wherever the focus is. The wheel listener is native, because React's is passive and couldn't stop the page from scrolling.
  useEffect(() => {
    const element = area.current;
    const handleKey = (event: KeyboardEvent) => onKey(event);
    const handleWheel = (event: WheelEvent) => onWheel(event);
    document.addEventListener('keydown', handleKey);
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', handleKey);
      element?.removeEventListener('wheel', handleWheel);
    };
  }, [area]);

  const releasePointer = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  const endSwipe = (event: PointerEvent) => {
    const start = swipeStart.current;
    swipeStart.current = null;
    releasePointer(event);
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(x) >= SWIPE_LENGTH && Math.abs(x) > 2 * Math.abs(y)) goOn(x < 0 ? 1 : -1);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      swipeStart.current = pointers.current.size === 1 && view.scale === 1 ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...pointers.current.values()];
      const [from, to] = [midpoint(before), midpoint(after)];
      const pinchDistance = ([one, two]: Point[]) => (one && two ? distance(one, two) : 1);
      change((now, size) => {
        const moved = pan(now, { x: to.x - from.x, y: to.y - from.y }, size);
        return zoom(moved, pinchDistance(after) / Math.max(pinchDistance(before), 1), fromCenter(to), size);
      });
    },
    onPointerUp: endSwipe,
    onPointerCancel: releasePointer,
    onDoubleClick: (event: { clientX: number; clientY: number }) => {
      if (view.scale > 1) return setView(FIT_VIEW);
      change((before, size) => zoom(before, ZOOM_STEP * ZOOM_STEP, fromCenter({ x: event.clientX, y: event.clientY }), size));
    },
  };
  return { view, zoomIn: () => zoomIn(), zoomOut: () => zoomOut(), reset: () => setView(FIT_VIEW), handlers };
}
