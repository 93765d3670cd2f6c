import { Illustration, type IllustrationProps, paperFill } from './illustration.tsx';

export const PlugIllustration = (props: IllustrationProps) => (
  <Illustration tone="caution" {...props} accent={<path d="m44 44-3-5M52 44l3-5M48 43v-7" />}>
    <path className={paperFill} d="M34 58h28v6a14 14 0 0 1-28 0z" />
    <path d="M41 58v-7M55 58v-7M48 78v10M38 18h20v9H38zM48 18V8" />
  </Illustration>
);
