/** A progress bar, pulsing while the progress isn't known. */
import { classNames } from './class-names.ts';

interface ProgressProps {
  label: string;
  /** 0 to 1; null if unknown. */
  value: number | null;
  className?: string;
}

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
