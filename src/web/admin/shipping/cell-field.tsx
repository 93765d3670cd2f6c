/** A field in a row of a table: its column's heading is what is seen, so its label is for screen readers. */

import { type ComponentProps, useId, useRef, useState } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import { formatWholePrice } from '../../shared/format.ts';

/** The text beside the digits of a price: `$`, `€`, or `CHF`, which has no symbol. */

export const getCurrencySymbol = (): string => formatWholePrice(0).replace('0', '').trim();

/** A list whose entries keep their key while others come and go, so that the focus stays. */
export function useKeyed<Item>(initial: readonly Item[]) {
  const [rows, setRows] = useState(() => initial.map((item, key) => ({ key, item })));
  const nextKey = useRef(initial.length);
  return {
    rows,
    items: rows.map(({ item }) => item),
    add: (...items: Item[]) => {
      const firstKey = nextKey.current;
      nextKey.current += items.length;
      setRows([...rows, ...items.map((item, index) => ({ key: firstKey + index, item }))]);
    },
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    change: (key: number, item: Item) => setRows(rows.map((row) => (row.key === key ? { key, item } : row))),
  };
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink"
    >
      <CloseIcon />
    </button>
  );
}

interface CellFieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  /** The unit, within the field. */
  unit: string;
  isUnitFirst?: boolean;
}

export function CellField({ label, error, unit, isUnitFirst = false, className, ...input }: CellFieldProps) {
  const id = useId();
  return (
    <div className={classNames('min-w-0', className)}>
      <span className="relative block">
        <input
          {...input}
          autoComplete="off"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={classNames('input tabular-nums', isUnitFirst ? 'pl-8' : 'pr-10')}
        />
        <span
          aria-hidden="true"
          className={classNames('pointer-events-none absolute top-1/2 -translate-y-1/2 text-soft', isUnitFirst ? 'left-3.5' : 'right-3.5')}
        >
          {unit}
        </span>
      </span>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
