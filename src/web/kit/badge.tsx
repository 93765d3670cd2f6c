/** A status in a word. The color only repeats what the word says. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'good' | 'caution' | 'accent' | 'quiet';

const TONES: Record<BadgeTone, string> = {
  good: 'bg-good/8 text-good',
  caution: 'bg-caution/8 text-caution',
  accent: 'bg-accent-ground text-accent',
  quiet: 'bg-line/70 text-soft',
};

export function Badge({ tone = 'quiet', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames('inline-flex items-center rounded-full px-2.5 py-0.5 text-small font-[560] whitespace-nowrap', TONES[tone])}
    >
      {children}
    </span>
  );
}
