/** The fields of what a product with options has by its variants. Hidden they keep what was typed, and aren't sent. */
import type { ReactNode } from 'react';

export function OwnFields({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isHidden} hidden={isHidden} className="contents">
      {children}
    </fieldset>
  );
}
