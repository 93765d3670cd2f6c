import { paper, Sign, type SignProps } from './sign.tsx';

/** A card, and the way back. */
export const ReturnSign = (props: SignProps) => (
  <Sign {...props} mark={<path d="M60 80H42a10 10 0 0 1 0-20h16m-8-8 8 8-8 8" transform="translate(96 0) scale(-1 1)" />}>
    <rect className={paper} x="20" y="24" width="56" height="38" rx="6" />
    <path d="M20 36h56M28 50h10" />
  </Sign>
);
