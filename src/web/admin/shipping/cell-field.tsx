/** A field in a row of a table: its column's heading is what is seen, so its label is for screen readers. */
import { type ComponentProps, useId } from 'react';
import { classNames } from '../../kit/class-names.ts';

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
