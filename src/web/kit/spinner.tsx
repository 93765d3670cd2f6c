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
