/** Illustrations for pages with a single message: lines over a soft disc, on a 96 × 96 grid. Decorative. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

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
