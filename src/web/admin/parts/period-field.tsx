/** One of the usual periods, or two days that an admin chooses. */
import { useState } from 'react';
import { SelectField, TextField } from '../../kit/field.tsx';
import { adminOrders as words } from '../orders/messages.ts';
import { PERIODS, type Period } from './period.ts';

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
