/** Handling times as people write them. Apart from dispatch.ts, so that pages of the shop don't load its schemas. */
import { DELIVERY_DAYS_MAX } from './limits.ts';

interface Days {
  min: number;
  max: number;
}

/** Null: none, or not written like that. */
export function parseHandlingDays(text: string | null | undefined): Days | null {
  const found = /^\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?$/.exec(text ?? '');
  const [min, max] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
  return found && min <= max && max <= DELIVERY_DAYS_MAX ? { min, max } : null;
}

export const formatHandlingDays = ({ min, max }: Days): string => (min === max ? String(min) : `${min}-${max}`);
