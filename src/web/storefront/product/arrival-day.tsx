/**
 * When a product arrives if it is ordered now. The page is cached for everybody and for longer than a day holds, so the server writes how many days it
 * takes, and the browser the day. Loaded only in a shop whose rates have days.
 */

import { estimateDelivery, formatDelivery } from '../../../contract/estimated-delivery.ts';
import { parseHandlingDays } from '../../../contract/handling-days.ts';
import type { Settings } from '../../../contract/settings.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { getTimeZone } from '../../shared/format.ts';
import { arrival as words } from './arrival-messages.ts';

interface ArrivalDayProps {
  delivery: NonNullable<Settings['delivery']>;
  handlingDays: string | undefined;
  /** The day of a preorder. */
  readyOn: string | undefined;
}

export default function ArrivalDay({ delivery: { country, days, ...dispatch }, handlingDays, readyOn }: ArrivalDayProps) {
  const isHydrated = useHydrated();
  const handling = parseHandlingDays(handlingDays) ?? dispatch.handling;
  if (isHydrated)
    return words.arrives(formatDelivery(estimateDelivery(days, new Date(), getTimeZone(), { dispatch, handling, readyOn })), country);
  if (readyOn) return words.later(country);
  return words.takes(days.min + (handling?.min ?? 0), days.max + (handling?.max ?? 0), country);
}
