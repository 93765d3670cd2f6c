/** A number input with minus and plus buttons, between two bounds. */
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { MinusIcon, PlusIcon } from './icons.tsx';

interface StepperProps {
  /** Accessible name of the number and the buttons' group. */
  label: string;
  decreaseLabel: string;
  increaseLabel: string;
  value: number;
  min: number;
  max: number;
  isDisabled?: boolean;
  size?: 'medium' | 'large';
  onChange: (value: number) => void;
  /** A number above `max` was typed, and `max` taken instead. */
  onCut?: (max: number) => void;
}

const buttonClass =
  'flex h-full w-10 items-center justify-center rounded-control text-ink hover:bg-line/60 disabled:opacity-35 disabled:hover:bg-transparent';

export function Stepper(props: StepperProps) {
  const { label, decreaseLabel, increaseLabel, value, min, max, isDisabled = false, size = 'medium', onChange, onCut } = props;
  // While typing it may be incomplete or empty.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    const clamped = Math.min(Math.max(next, min), max);
    if (clamped !== value) onChange(clamped);
  };
  return (
    <fieldset
      aria-label={label}
      disabled={isDisabled}
      className={classNames(
        'inline-flex shrink-0 items-center rounded-control border border-line bg-raised',
        size === 'large' ? 'h-12' : 'h-10',
        isDisabled && 'opacity-45',
      )}
    >
      <button type="button" aria-label={decreaseLabel} disabled={value <= min} className={buttonClass} onClick={() => change(value - 1)}>
        <MinusIcon />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={7}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== null && /^\d+$/.test(typed)) {
            change(Number(typed));
            if (Number(typed) > max) onCut?.(max);
          }
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="tabular-nums h-full w-9 rounded-small bg-transparent text-center font-[560]"
      />
      <button type="button" aria-label={increaseLabel} disabled={value >= max} className={buttonClass} onClick={() => change(value + 1)}>
        <PlusIcon />
      </button>
    </fieldset>
  );
}
