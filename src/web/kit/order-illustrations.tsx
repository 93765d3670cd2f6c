/** Illustrations of cart, checkout, orders and login. Apart from illustrations.tsx, so that the first visit doesn't load them. */
import { Illustration, type IllustrationProps, paperFill } from './illustrations.tsx';

export const BagIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M39 50c1.5 7 16.5 7 18 0" />}>
    <path className={paperFill} d="M27 36h42l4 40a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4z" />
    <path d="M37 42V30a11 11 0 0 1 22 0v12" />
  </Illustration>
);

export const ClockIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M48 34v17l11 7" />}>
    <circle className={paperFill} cx="48" cy="50" r="29" />
    <path d="M48 25v3M48 72v3M23 50h3M70 50h3" />
  </Illustration>
);

export const LockIllustration = (props: IllustrationProps) => (
  <Illustration
    {...props}
    accent={
      <>
        <circle cx="48" cy="59" r="3.5" />
        <path d="M48 63v6" />
      </>
    }
  >
    <path d="M35 46V34a13 13 0 0 1 26 0v12" />
    <rect className={paperFill} x="25" y="46" width="46" height="34" rx="6" />
  </Illustration>
);

export const PaidIllustration = (props: IllustrationProps) => (
  <Illustration tone="good" {...props} accent={<path d="m37 49 8 8 15-17" />}>
    <path className={paperFill} d="M27 20h42v60l-7-5-7 5-7-5-7 5-7-5-7 5z" />
    <path d="M37 66h22" />
  </Illustration>
);

export const ReturnIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M60 80H42a10 10 0 0 1 0-20h16m-8-8 8 8-8 8" transform="translate(96 0) scale(-1 1)" />}>
    <rect className={paperFill} x="20" y="24" width="56" height="38" rx="6" />
    <path d="M20 36h56M28 50h10" />
  </Illustration>
);
