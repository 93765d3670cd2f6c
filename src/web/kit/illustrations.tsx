/** Illustrations for pages with a single message: lines over a soft disc, on a 96 × 96 grid. Decorative. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** plain: the accent color. good and caution: for success and for problems. */
type Tone = 'plain' | 'good' | 'caution';

const DISCS: Record<Tone, string> = { plain: 'text-accent-ground', good: 'text-good/15', caution: 'text-caution/15' };
const ACCENTS: Record<Tone, string> = { plain: 'text-accent', good: 'text-good', caution: 'text-caution' };

export interface IllustrationProps {
  tone?: Tone;
  className?: string;
}

/** `accent` is the small part in color. */
export function Illustration({
  tone = 'plain',
  className,
  accent,
  children,
}: IllustrationProps & { accent?: ReactNode; children?: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="112"
      height="112"
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('shrink-0', className)}
    >
      <circle cx="48" cy="50" r="40" fill="currentColor" stroke="none" className={DISCS[tone]} />
      {children}
      {accent && (
        <g className={ACCENTS[tone]} strokeWidth="3">
          {accent}
        </g>
      )}
    </svg>
  );
}

/** Fill of closed shapes. */
export const paperFill = 'fill-raised';

export const OfflineIllustration = (props: IllustrationProps) => (
  <Illustration tone="caution" {...props} accent={<path d="M24 26 72 76" />}>
    <path d="M22 44a37 37 0 0 1 52 0M31 54a24 24 0 0 1 34 0M40 64a11.5 11.5 0 0 1 16 0" />
    <circle cx="48" cy="73" r="2" fill="currentColor" />
  </Illustration>
);

export const PlugIllustration = (props: IllustrationProps) => (
  <Illustration tone="caution" {...props} accent={<path d="m44 44-3-5M52 44l3-5M48 43v-7" />}>
    <path className={paperFill} d="M34 58h28v6a14 14 0 0 1-28 0z" />
    <path d="M41 58v-7M55 58v-7M48 78v10M38 18h20v9H38zM48 18V8" />
  </Illustration>
);

export const SearchIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M40 39a5.5 5.5 0 1 1 7.5 5.2c-1.7.7-2.5 1.800-2.5 3.3m0 5.5v.1" />}>
    <circle className={paperFill} cx="45" cy="45" r="23" />
    <path d="m62 62 16 17" />
  </Illustration>
);

export const ShelfIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<rect x="52" y="28" width="14" height="14" rx="3" strokeDasharray="4 4" />}>
    <rect className={paperFill} x="22" y="18" width="52" height="64" rx="5" />
    <path d="M22 46h52M22 70h52M30 46V32h9v14M30 70v-9h14v9" />
  </Illustration>
);
