import { paper, Sign, type SignProps } from './sign.tsx';

/** A slip with its tick. */
export const PaidSign = (props: SignProps) => (
  <Sign mood="good" {...props} mark={<path d="m37 49 8 8 15-17" />}>
    <path className={paper} d="M27 20h42v60l-7-5-7 5-7-5-7 5-7-5-7 5z" />
    <path d="M37 66h22" />
  </Sign>
);
