/** How long a shop takes to make an order ready to ship, on which days it works, and when its day ends. */
import * as Type from 'typebox';
import { Day } from './fields.ts';
import { parseHandlingDays } from './handling-days.ts';
import { CLOSURES_MAX, DELIVERY_DAYS_MAX } from './limits.ts';

const Days = Type.Integer({ minimum: 0, maximum: DELIVERY_DAYS_MAX });

/** How many working days something takes, at least and at most. */
export const DeliveryDays = Type.Object({ min: Days, max: Days });
export type DeliveryDays = Type.Static<typeof DeliveryDays>;

/** Both days included. A single day is a public holiday, on which carriers rest too. */
const Closure = Type.Object({ from: Day, to: Day });
export type Closure = Type.Static<typeof Closure>;

/** What isn't set has no part in the days that are counted. */
export const Dispatch = Type.Object({
  /** How many working days an order takes until it is ready to ship, unless its product says otherwise. */
  handling: Type.Optional(DeliveryDays),
  /** Orders after this time count as those of the next working day, by the shop's clock: `14:00`. */
  cutOff: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
  /** On which days of the week orders are made ready: 1 is Monday, 7 is Sunday. Absent: Monday to Friday. */
  workdays: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true })),
  closures: Type.Optional(Type.Array(Closure, { maxItems: CLOSURES_MAX })),
});
export type Dispatch = Type.Static<typeof Dispatch>;

/** As product forms and files have it: `2`, or `3-5`. */
export const HandlingDays = Type.Refine(
  Type.String({ maxLength: 7, pattern: '^\\s*\\d{1,3}\\s*([-–]\\s*\\d{1,3}\\s*)?$', description: 'Working days: `2`, or `3-5`' }),
  (text) => parseHandlingDays(text) !== null,
  () => 'from a smaller to a larger number of days',
);
