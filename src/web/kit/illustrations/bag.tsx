import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const BagIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<path d="M39 50c1.5 7 16.5 7 18 0" />}>
    <path className={paperFill} d="M27 36h42l4 40a4 4 0 0 1-4 4H27a4 4 0 0 1-4-4z" />
    <path d="M37 42V30a11 11 0 0 1 22 0v12" />
  </Illustration>
);
