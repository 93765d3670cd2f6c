/** Choices of which any number can be checked, under a legend, with one error for all of them. */
import type { ReactNode } from 'react';

interface CheckboxGroupProps {
  legend: string;
  name: string;
  error?: string | undefined;
  options: readonly { value: string; label: ReactNode; isChecked?: boolean }[];
}

export function CheckboxGroup({ legend, name, error, options }: CheckboxGroupProps) {
  const errorId = `${name}-error`;
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-[560]">{legend}</legend>
      <div className="flex flex-col gap-3">
        {options.map(({ value, label, isChecked = false }) => (
          <label key={value} className="flex items-start gap-3">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={isChecked}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
              {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
