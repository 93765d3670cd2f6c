/** The fields that variants have instead of the product if it has options. When hidden, they keep what was typed, but aren't sent. */
import type { ReactNode } from 'react';

export function OwnFields({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isHidden} hidden={isHidden} className="contents">
      {children}
    </fieldset>
  );
}
