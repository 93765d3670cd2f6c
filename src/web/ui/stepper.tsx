/** A whole number between two bounds: one less, one more, or typed. */
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { MinusIcon, PlusIcon } from './icons.tsx';

interface StepperProps {
  /** What is counted; read with the number and with both buttons. */
  label: string;
  lessLabel: string;
  moreLabel: string;
  value: number;
  min: number;
  max: number;
  isDisabled?: boolean;
  size?: 'medium' | 'large';
  onChange: (value: number) => void;
}

const side =
  'flex h-full w-10 items-center justify-center rounded-control text-ink hover:bg-line/60 disabled:opacity-35 disabled:hover:bg-transparent';

export function Stepper(props: StepperProps) {
  const { label, lessLabel, moreLabel, value, min, max, isDisabled = false, size = 'medium', onChange } = props;
  // While something is typed it may be half a number, or none.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    const inside = Math.min(Math.max(next, min), max);
    if (inside !== value) onChange(inside);
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
      <button type="button" aria-label={lessLabel} disabled={value <= min} className={side} onClick={() => change(value - 1)}>
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
          if (typed !== null && /^\d+$/.test(typed)) change(Number(typed));
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="figures h-full w-9 rounded-small bg-transparent text-center font-[560]"
      />
      <button type="button" aria-label={moreLabel} disabled={value >= max} className={side} onClick={() => change(value + 1)}>
        <PlusIcon />
      </button>
    </fieldset>
  );
}
