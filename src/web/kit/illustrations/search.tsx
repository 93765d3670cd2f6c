import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const SearchIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M40 39a5.5 5.5 0 1 1 7.5 5.2c-1.7.7-2.5 1.800-2.5 3.3m0 5.5v.1" />}>
    <circle className={paperFill} cx="45" cy="45" r="23" />
    <path d="m62 62 16 17" />
  </Illustration>
);
