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
export interface Size {
  width: number;
  height: number;
}

export const FIT_VIEW: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 4;

const clampSymmetric = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

/** Never smaller than fitting, never larger than the largest, and never pushed out of sight. */
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

/** Larger or smaller; what is at this point, counted from the area's middle, stays under it. */
export function zoom(view: View, factor: number, at: Point, area: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE);
  const ratio = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, area);
}
