/** When a product arrives if it is ordered now. Loaded only in a shop whose rates have days, and only in browsers. */
import { nameCountry } from '../../../contract/countries.ts';
import { estimateDelivery, formatDelivery } from '../../../contract/estimated-delivery.ts';
import { parseHandlingDays } from '../../../contract/handling-days.ts';
import type { Settings } from '../../../contract/settings.ts';
import { getTimeZone } from '../../shared/format.ts';

interface ArrivalDayProps {
  delivery: NonNullable<Settings['delivery']>;
  handlingDays: string | undefined;
  /** The day of a preorder. */
  readyOn: string | undefined;
}

const words = { arrives: (days: string, country: string) => `Arrives ${days} (${country})` } as const;

export default function ArrivalDay({ delivery: { country, days, ...dispatch }, handlingDays, readyOn }: ArrivalDayProps) {
  const handling = parseHandlingDays(handlingDays) ?? dispatch.handling;
  const arrives = estimateDelivery(days, new Date(), getTimeZone(), { dispatch, handling, readyOn });
  return words.arrives(formatDelivery(arrives), nameCountry(country));
}
