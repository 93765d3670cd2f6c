import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const ShelfIllustration = (props: IllustrationProps) => (
  <Illustration {...props} accent={<rect x="52" y="28" width="14" height="14" rx="3" strokeDasharray="4 4" />}>
    <rect className={paperFill} x="22" y="18" width="52" height="64" rx="5" />
    <path d="M22 46h52M22 70h52M30 46V32h9v14M30 70v-9h14v9" />
  </Illustration>
);
