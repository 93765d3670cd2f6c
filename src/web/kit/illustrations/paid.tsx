import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const PaidIllustration = (props: IllustrationProps) => (
  <Illustration tone="good" {...props} accent={<path d="m37 49 8 8 15-17" />}>
    <path className={paperFill} d="M27 20h42v60l-7-5-7 5-7-5-7 5-7-5-7 5z" />
    <path d="M37 66h22" />
  </Illustration>
);
