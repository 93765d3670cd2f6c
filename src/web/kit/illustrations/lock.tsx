import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

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
