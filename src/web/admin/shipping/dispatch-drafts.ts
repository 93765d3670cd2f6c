/** The shop's handling time, working days and closures, as the form's texts. */
import type { Closure, Dispatch } from '../../../contract/dispatch.ts';
import type { Issue } from '../../../contract/errors.ts';
import { formatHandlingDays, parseHandlingDays } from '../../../contract/handling-days.ts';
import { createIssue, readField } from '../../shared/hooks/use-form.ts';
import { dispatchSettings as words } from './dispatch-messages.ts';

export type DispatchTexts = Record<'handling' | 'cutOff' | 'workdays' | 'closures', string>;

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const MONDAY_TO_FRIDAY = '1,2,3,4,5';

const formatClosure = ({ from, to }: Closure): string => (from === to ? from : `${from} to ${to}`);

export const toDispatchTexts = ({ handling, cutOff = '', workdays, closures = [] }: Dispatch = {}): DispatchTexts => ({
  handling: handling ? formatHandlingDays(handling) : '',
  cutOff,
  workdays: workdays?.join() ?? MONDAY_TO_FRIDAY,
  closures: closures.map(formatClosure).join('\n'),
});

export function readDispatchTexts(values: FormData): DispatchTexts {
  return {
    handling: readField(values, 'handling').trim(),
    cutOff: readField(values, 'cutOff').slice(0, 5),
    workdays: WEEK.filter((day) => values.has(`workday-${day}`)).join(),
    closures: readField(values, 'closures')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function parseClosure(line: string): Closure | null {
  const [from = '', to = from, ...rest] = line.split(/\s*(?:to|–)\s*/);
  return DAY.test(from) && DAY.test(to) && from <= to && !rest.length ? { from, to } : null;
}

/** What is sent; Monday to Friday is what a shop has that says nothing. */
export function parseDispatch({ handling, cutOff, workdays, closures }: DispatchTexts): { dispatch: Dispatch; issues: Issue[] } {
  const days = parseHandlingDays(handling);
  const lines = closures ? closures.split('\n') : [];
  const parsed = lines.map(parseClosure);
  const wrong = lines[parsed.indexOf(null)];
  const issues: Issue[] = [
    ...(handling && !days ? [{ ...createIssue('handling', 'invalid_format'), message: words.invalidHandling }] : []),
    ...(workdays ? [] : [{ ...createIssue('workday-1', 'required'), message: words.noDays }]),
    ...(wrong === undefined ? [] : [{ ...createIssue('closures', 'invalid_format'), message: words.invalidClosure(wrong) }]),
  ];
  return {
    dispatch: {
      ...(days && { handling: days }),
      ...(cutOff && { cutOff }),
      ...(workdays !== MONDAY_TO_FRIDAY && workdays && { workdays: workdays.split(',').map(Number) }),
      ...(lines.length > 0 && { closures: parsed.filter((it) => it !== null) }),
    },
    issues,
  };
}

/** Days and names as a conflict shows them. */
export const describeWorkdays = (text: string): string =>
  text
    .split(',')
    .map((day) => words.days[Number(day) - 1] ?? '')
    .join(', ');
