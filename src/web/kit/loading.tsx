/** What is shown while something loads. */
import { classNames } from './class-names.ts';

/** A spinner. With a label it is announced by screen readers; without one it decorates something that already has a label. */
export function Spinner({ size = 28, label }: { size?: number; label?: string }) {
  const ring = (
    <svg aria-hidden="true" className="animate-spin" width={size} height={size} viewBox="0 0 24 24" fill="none">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
  if (!label) return ring;
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-8 text-soft noscript:hidden">
      {ring}
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** A grey block in place of content; `className` sets its size. Hidden from screen readers: the spinner beside it is announced. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-small bg-line/70', className)} />;
}

/** Lines of text, the last one shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <Skeleton key={line} className={classNames('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  );
}
