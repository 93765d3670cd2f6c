import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const ReturnIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M60 80H42a10 10 0 0 1 0-20h16m-8-8 8 8-8 8" transform="translate(96 0) scale(-1 1)" />}>
    <rect className={paperFill} x="20" y="24" width="56" height="38" rx="6" />
    <path d="M20 36h56M28 50h10" />
  </Illustration>
);
