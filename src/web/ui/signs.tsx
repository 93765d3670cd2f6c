/** Drawings for pages that have one thing to say: ink lines over one soft disc, on a grid of 96. They say nothing by themselves. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** plain: in the accent's ground. good, caution: what the page says is good, or wants care. */
type Mood = 'plain' | 'good' | 'caution';

const DISCS: Record<Mood, string> = { plain: 'text-accent-ground', good: 'text-good/15', caution: 'text-caution/15' };
const MARKS: Record<Mood, string> = { plain: 'text-accent', good: 'text-good', caution: 'text-caution' };

interface SignProps {
  mood?: Mood;
  className?: string;
}

/** `mark` is the small part in colour. */
function Sign({ mood = 'plain', className, mark, children }: SignProps & { mark?: ReactNode; children?: ReactNode }) {
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
      <circle cx="48" cy="50" r="40" fill="currentColor" stroke="none" className={DISCS[mood]} />
      {children}
      {mark && (
        <g className={MARKS[mood]} strokeWidth="3">
          {mark}
        </g>
      )}
    </svg>
  );
}

const paper = 'fill-raised';

/** A bag, and nothing in it. */
export const BagSign = (props: SignProps) => (
  <Sign {...props} mark={<path d="M39 50c1.5 7 16.5 7 18 0" />}>
    <path className={paper} d="M27 36h42l4 40a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4z" />
    <path d="M37 42V30a11 11 0 0 1 22 0v12" />
  </Sign>
);

/** A door that is shut. */
export const LockSign = (props: SignProps) => (
  <Sign
    {...props}
    mark={
      <>
        <circle cx="48" cy="59" r="3.5" />
        <path d="M48 63v6" />
      </>
    }
  >
    <path d="M35 46V34a13 13 0 0 1 26 0v12" />
    <rect className={paper} x="25" y="46" width="46" height="34" rx="6" />
  </Sign>
);

/** A slip with its tick. */
export const PaidSign = (props: SignProps) => (
  <Sign mood="good" {...props} mark={<path d="m37 49 8 8 15-17" />}>
    <path className={paper} d="M27 20h42v60l-7-5-7 5-7-5-7 5-7-5-7 5z" />
    <path d="M37 66h22" />
  </Sign>
);

/** A clock: it takes a while, or was left too long. */
export const ClockSign = (props: SignProps) => (
  <Sign {...props} mark={<path d="M48 34v17l11 7" />}>
    <circle className={paper} cx="48" cy="50" r="29" />
    <path d="M48 25v3M48 72v3M23 50h3M70 50h3" />
  </Sign>
);

/** A card, and the way back. */
export const ReturnSign = (props: SignProps) => (
  <Sign {...props} mark={<path d="M60 80H42a10 10 0 0 1 0-20h16m-8-8 8 8-8 8" transform="translate(96 0) scale(-1 1)" />}>
    <rect className={paper} x="20" y="24" width="56" height="38" rx="6" />
    <path d="M20 36h56M28 50h10" />
  </Sign>
);

/** A glass, and nothing under it. */
export const SearchSign = (props: SignProps) => (
  <Sign {...props} mark={<path d="M40 39a5.5 5.5 0 1 1 7.5 5.2c-1.7.7-2.5 1.800-2.5 3.3m0 5.5v.1" />}>
    <circle className={paper} cx="45" cy="45" r="23" />
    <path d="m62 62 16 17" />
  </Sign>
);

/** A plug that is out. */
export const PlugSign = (props: SignProps) => (
  <Sign mood="caution" {...props} mark={<path d="m44 44-3-5M52 44l3-5M48 43v-7" />}>
    <path className={paper} d="M34 58h28v6a14 14 0 0 1-28 0z" />
    <path d="M41 58v-7M55 58v-7M48 78v10M38 18h20v9H38zM48 18V8" />
  </Sign>
);

/** A line that is cut. */
export const OfflineSign = (props: SignProps) => (
  <Sign mood="caution" {...props} mark={<path d="M24 26 72 76" />}>
    <path d="M22 44a37 37 0 0 1 52 0M31 54a24 24 0 0 1 34 0M40 64a11.5 11.5 0 0 1 16 0" />
    <circle cx="48" cy="73" r="2" fill="currentColor" />
  </Sign>
);

/** A shelf, and one thing still to come. */
export const ShelfSign = (props: SignProps) => (
  <Sign {...props} mark={<rect x="52" y="28" width="14" height="14" rx="3" strokeDasharray="4 4" />}>
    <rect className={paper} x="22" y="18" width="52" height="64" rx="5" />
    <path d="M22 46h52M22 70h52M30 46V32h9v14M30 70v-9h14v9" />
  </Sign>
);
