/** The filters on narrow screens: a sheet from below. Changes apply at once; the button shows how many products match. */
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { common } from '../../shared/messages/common.ts';
import { home } from '../../shared/messages/home.ts';
import { showResults } from './list-url.ts';

/** From this width on, the filters are beside the list. */
const WIDE_SCREEN_QUERY = '(min-width: 64rem)';

interface FilterSheetProps {
  reset: ReactNode;
  children: ReactNode;
  /** The number of matching products; null while loading. */
  resultCount: number | null;
  close: () => void;
}

export function FilterSheet({ resultCount, close, reset, children }: FilterSheetProps) {
  // Close when the window becomes wide, for example when a tablet is turned.
  useEffect(() => {
    const wide = matchMedia(WIDE_SCREEN_QUERY);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [close]);

  const leave = () => {
    close();
    // Behind a dialog the page can't scroll.
    setTimeout(showResults);
  };

  return (
    <Dialog
      title={home.filter}
      variant="sheet"
      close={close}
      closeLabel={common.close}
      footer={
        <div className="grid gap-3 min-[23rem]:grid-cols-[auto_1fr]">
          {reset}
          <Button onClick={leave}>
            <span aria-live="polite">{home.showProducts(resultCount)}</span>
          </Button>
        </div>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">{children}</div>
    </Dialog>
  );
}
