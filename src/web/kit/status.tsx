/** Small signs of a status: a badge, a progress bar. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'good' | 'caution' | 'accent' | 'quiet';

const TONES: Record<BadgeTone, string> = {
  good: 'bg-good/8 text-good',
  caution: 'bg-caution/8 text-caution',
  accent: 'bg-accent-ground text-accent',
  quiet: 'bg-line/70 text-soft',
};

/** The color only repeats what the word says. */
export function Badge({ tone = 'quiet', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames('inline-flex items-center rounded-full px-2.5 py-0.5 text-small font-[560] whitespace-nowrap', TONES[tone])}
    >
      {children}
    </span>
  );
}

interface ProgressProps {
  label: string;
  /** 0 to 1; null if unknown. */
  value: number | null;
  className?: string;
}

/** A bar, pulsing while the progress isn't known. */
export function Progress({ label, value, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      {...(value !== null && { value })}
      max={1}
      className={classNames(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line',
        '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width] [&::-moz-progress-bar]:bg-accent',
        value === null && 'animate-pulse bg-accent! [&::-webkit-progress-bar]:bg-accent!',
        className,
      )}
    />
  );
}
