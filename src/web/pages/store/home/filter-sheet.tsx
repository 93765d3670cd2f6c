/** The filters on narrow screens: a sheet from below. What is chosen counts at once; the button says how much is left. */
import { useEffect } from 'react';
import { home } from '../../../messages.store.ts';
import { common } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choices, type ChoicesProps } from './choices.tsx';
import { Reset } from './reset.tsx';

/** From here on the filters stand beside the list. */
const WIDE = '(min-width: 64rem)';

interface FilterSheetProps extends ChoicesProps {
  /** How many are found; null while that isn't known. */
  found: number | null;
  close: () => void;
}

export function FilterSheet({ found, close, ...choices }: FilterSheetProps) {
  // A tablet that is turned has the same filters in the page.
  useEffect(() => {
    const wide = matchMedia(WIDE);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [close]);

  return (
    <Dialog
      title={home.filter}
      shape="sheet"
      close={close}
      closeLabel={common.close}
      footer={
        <div className="grid gap-3 min-[23rem]:grid-cols-[auto_1fr]">
          <Reset />
          <Button onClick={close}>
            <span aria-live="polite">{home.show(found)}</span>
          </Button>
        </div>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Choices {...choices} />
      </div>
    </Dialog>
  );
}
