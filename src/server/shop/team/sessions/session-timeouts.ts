/** How long a login lasts. */
import { DAY } from '../../../../contract/values.ts';

/** A session that is not used for this long expires. */
export const IDLE_TIMEOUT = 7 * DAY;

/** A session expires at this age, however much it is used. */
export const ABSOLUTE_TIMEOUT = 30 * DAY;
