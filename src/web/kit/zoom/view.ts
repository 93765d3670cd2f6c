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
