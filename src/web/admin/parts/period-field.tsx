/** One of the usual periods, or two days that an admin chooses. */

import { useState } from 'react';
import { addDays } from '../../../contract/time-zone.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { adminOrders as words } from '../orders/messages.ts';

/** Periods that a list or the overview can show: days in the shop's time zone, as all dates of the admin area are. */

/** The last so many days, today among them. */
export const PERIODS = [1, 7, 30, 90] as const;

export interface Period {
  from: string;
  to: string;
}

export const createPeriod = (days: number, today: string): Period => ({ from: addDays(today, 1 - days), to: '' });

/** Which of PERIODS it is: null if it is none of them, 0 for all time. */
export function findPeriod({ from, to }: Period, today: string): number | null {
  if (!from && !to) return 0;
  return to ? null : (PERIODS.find((days) => createPeriod(days, today).from === from) ?? null);
}

/** Empty if it isn't a day of the calendar. */
export function parseDay(text: string | null): string {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? '' : text;
}

/** The overview's period as its URL has it: the last so many `days`, or chosen days. */
export interface OverviewPeriod extends Period {
  /** One of PERIODS; null: `from` and `to` are chosen. */
  days: number | null;
}

const DEFAULT_DAYS = 30;

/** Invalid values are ignored. */
export function readOverviewPeriod(search: URLSearchParams): OverviewPeriod {
  const [from, to] = [parseDay(search.get('from')), parseDay(search.get('to'))];
  const days = PERIODS.find((it) => String(it) === search.get('days'));
  if (!days && (from || to)) return { days: null, from, to };
  return { days: days ?? DEFAULT_DAYS, from: '', to: '' };
}

export function toPeriodQuery({ days, from, to }: OverviewPeriod) {
  return { ...(days !== null && { days }), ...(from && { from }), ...(to && { to }) };
}

export function buildPeriodUrl({ days, from, to }: OverviewPeriod): string {
  return `?${new URLSearchParams({ ...(days !== null && { days: String(days) }), ...(from && { from }), ...(to && { to }) })}`;
}

const CUSTOM = 'custom';

interface PeriodFieldProps {
  period: Period;
  /** The last so many days, if it is one of PERIODS; 0: any time; null: chosen days. */
  days: number | null;
  /** Whether there needn't be a period. */
  hasAnyTime?: boolean;
  /** Called with one of PERIODS, or with 0. */
  selectDays: (days: number) => void;
  apply: (period: Period) => void;
}

export function PeriodField({ period: { from, to }, days, hasAnyTime = false, selectDays, apply }: PeriodFieldProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const isCustom = days === null || isChoosing;

  const select = (value: string) => {
    setIsChoosing(value === CUSTOM);
    if (value !== CUSTOM) selectDays(Number(value));
  };

  return (
    <>
      <SelectField
        label={words.period}
        name="period"
        value={isCustom ? CUSTOM : String(days)}
        onChange={(event) => select(event.target.value)}
        className="grow basis-36 sm:max-w-44"
      >
        {hasAnyTime && <option value="0">{words.anyTime}</option>}
        {PERIODS.map((it) => (
          <option key={it} value={it}>
            {words.lastDays(it)}
          </option>
        ))}
        <option value={CUSTOM}>{words.customPeriod}</option>
      </SelectField>
      {isCustom && (
        <>
          <DayField label={words.from} name="from" value={from} max={to} apply={(day) => apply({ from: day, to })} />
          <DayField label={words.to} name="to" value={to} min={from} apply={(day) => apply({ from, to: day })} />
        </>
      )}
    </>
  );
}

interface DayFieldProps {
  label: string;
  name: string;
  value: string;
  min?: string;
  max?: string;
  apply: (day: string) => void;
}

/** Applied on blur or Enter, because while a year is typed, each digit makes another valid day. */
function DayField({ value, apply, min, max, ...field }: DayFieldProps) {
  return (
    <TextField
      {...field}
      key={value}
      type="date"
      defaultValue={value}
      {...(min && { min })}
      {...(max && { max })}
      onBlur={(event) => {
        if (event.target.value !== value) apply(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
      className="grow basis-36 sm:max-w-44"
    />
  );
}
