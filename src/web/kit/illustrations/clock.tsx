import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const ClockIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M48 34v17l11 7" />}>
    <circle className={paperFill} cx="48" cy="50" r="29" />
    <path d="M48 25v3M48 72v3M23 50h3M70 50h3" />
  </Illustration>
);
