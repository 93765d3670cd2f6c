import { useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import { getCurrency } from '../../shared/format.ts';
import { settings as words } from './messages.ts';

const MAX_RANGES = 30;

interface Row {
  key: number;
  lowest: string;
  highest: string;
}

interface PriceRangesProps {
  ranges: readonly (readonly [number, number])[];
  /** By field name: `priceRanges-lowest-0`, `priceRanges-highest-0`, … */
  errors: Record<string, string>;
}

const columns = 'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_2.5rem] items-center gap-x-2';

/** One row per range. The fields are uncontrolled; the state holds only which rows exist. */
export function PriceRanges({ ranges, errors }: PriceRangesProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    ranges.map(([lowest, highest], key) => ({ key, lowest: String(lowest), highest: String(highest) })),
  );
  const nextKey = useRef(ranges.length);
  const list = useRef<HTMLFieldSetElement>(null);

  const add = () => {
    const inputs = list.current?.querySelectorAll('input') ?? [];
    // A new range starts where the last one ends.
    const lowest = [...inputs].at(-1)?.value ?? '';
    setRows([...rows, { key: nextKey.current, lowest, highest: '' }]);
    nextKey.current += 1;
  };

  return (
    <fieldset ref={list} className="max-w-form">
      <legend className="font-[560]">{words.priceRanges}</legend>
      <p className="mt-0.5 mb-3 text-small text-soft">{words.priceRangesHint(getCurrency())}</p>
      <div aria-hidden="true" className={classNames(columns, 'mb-1 text-small text-soft')}>
        <span>{words.lowest}</span>
        <span className="invisible">–</span>
        <span>{words.highest}</span>
      </div>
      <ul className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <li key={row.key}>
            <div className={columns}>
              <PriceInput name={`priceRanges-lowest-${row.key}`} label={words.lowestLabel(index + 1)} value={row.lowest} errors={errors} />
              <span aria-hidden="true" className="text-soft">
                –
              </span>
              <PriceInput
                name={`priceRanges-highest-${row.key}`}
                label={words.highestLabel(index + 1)}
                value={row.highest}
                errors={errors}
              />
              <button
                type="button"
                aria-label={words.removeRange(index + 1)}
                disabled={rows.length === 1}
                onClick={() => setRows(rows.filter((it) => it !== row))}
                className="inline-flex size-10 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink disabled:opacity-40"
              >
                <CloseIcon />
              </button>
            </div>
            <p id={`range-${row.key}-error`} className="mt-1 text-small text-danger empty:hidden">
              {errors[`lowest-${row.key}`] ?? errors[`highest-${row.key}`]}
            </p>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" className="mt-3" disabled={rows.length >= MAX_RANGES} onClick={add}>
        {words.addRange}
      </Button>
    </fieldset>
  );
}

function PriceInput({ name, label, value, errors }: { name: string; label: string; value: string; errors: Record<string, string> }) {
  return (
    <input
      name={name}
      defaultValue={value}
      aria-label={label}
      aria-invalid={errors[name] ? true : undefined}
      aria-describedby={`range-${name.split('-')[1]}-error`}
      inputMode="numeric"
      autoComplete="off"
      className="input tabular-nums"
    />
  );
}
