import { Illustration, type IllustrationProps } from './illustration.tsx';

export const OfflineIllustration = (props: IllustrationProps) => (
  <Illustration tone="caution" {...props} accent={<path d="M24 26 72 76" />}>
    <path d="M22 44a37 37 0 0 1 52 0M31 54a24 24 0 0 1 34 0M40 64a11.5 11.5 0 0 1 16 0" />
    <circle cx="48" cy="73" r="2" fill="currentColor" />
  </Illustration>
);
