import type { Dispatch } from '../../../contract/dispatch.ts';
import type { Issue } from '../../../contract/errors.ts';
import { CLOSURE_DAYS_MAX } from '../../../contract/limits.ts';
import { countDays } from '../../../contract/time-zone.ts';

/** What is wrong with how long a shop takes, beyond its form. */
export function listDispatchIssues({ handling, closures = [] }: Dispatch): Issue[] {
  return [
    ...(handling && handling.max < handling.min
      ? [{ path: 'dispatch.handling.max', code: 'too_small' as const, message: `must be at least ${handling.min}`, limit: handling.min }]
      : []),
    ...closures.flatMap(({ from, to }, index): Issue[] => {
      const path = `dispatch.closures.${index}.to`;
      if (to < from) return [{ path, code: 'ends_before_start', message: 'must not be before the first day' }];
      if (countDays(from, to) <= CLOSURE_DAYS_MAX) return [];
      return [{ path, code: 'too_large', message: `must be within ${CLOSURE_DAYS_MAX} days`, limit: CLOSURE_DAYS_MAX }];
    }),
  ];
}

/** The same whatever was sent in: days of the week and closures in their order. Undefined: nothing is set. */
export function normalizeDispatch({ handling, cutOff, workdays, closures = [] }: Dispatch): Dispatch | undefined {
  const dispatch = {
    ...(handling && { handling }),
    ...(cutOff && { cutOff }),
    ...(workdays && { workdays: workdays.toSorted((a, b) => a - b) }),
    ...(closures.length && { closures: closures.toSorted((a, b) => (a.from < b.from ? -1 : 1)) }),
  };
  return Object.keys(dispatch).length ? dispatch : undefined;
}
