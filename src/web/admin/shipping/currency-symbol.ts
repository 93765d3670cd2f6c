/** What stands beside the digits of a price: `$`, `€`, or `CHF`, which has no sign. */
import { formatWholePrice } from '../../shared/format.ts';

export const getCurrencySymbol = (): string => formatWholePrice(0).replace('0', '').trim();
