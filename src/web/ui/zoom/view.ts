/** How a square picture stands in its area: how much larger than fitting, and how far its middle is from the area's. */
export interface View {
  /** 1 fits. */
  scale: number;
  /** Pixels */
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Width and height of an area in pixels. */
export interface Area {
  width: number;
  height: number;
}

export const FIT: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 4;

const between = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

/** Never smaller than fitting, never larger than the largest, and never pushed out of sight. */
function hold({ scale, x, y }: View, { width, height }: Area): View {
  const held = Math.min(Math.max(scale, 1), LARGEST);
  const side = Math.min(width, height) * held;
  return { scale: held, x: between(x, Math.max(0, (side - width) / 2)), y: between(y, Math.max(0, (side - height) / 2)) };
}

export function move(view: View, by: Point, area: Area): View {
  return hold({ ...view, x: view.x + by.x, y: view.y + by.y }, area);
}

/** Larger or smaller; what is at this point, counted from the area's middle, stays under it. */
export function zoom(view: View, factor: number, at: Point, area: Area): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), LARGEST);
  const ratio = scale / view.scale;
  return hold({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, area);
}
