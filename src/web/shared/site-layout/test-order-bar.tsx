/** Tells an owner that her orders are tests, at the bottom of her storefront. Nobody else loads it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { endTestOrders } from '../../../contract/test-orders.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { saveTestOrders } from '../../state/session.ts';
import { testOrders as words } from '../messages/test-orders.ts';

/** What else stays at the bottom of the window stands above it. Here and not in the storefront's styles, which everybody loads. */
const ROOM = '[data-bottom-bar]{bottom:3.75rem!important}html{scroll-padding-bottom:10rem}';

export function TestOrderBar() {
  const [isBusy, setIsBusy] = useState(false);
  const end = async () => {
    setIsBusy(true);
    try {
      await api(endTestOrders);
      toast.success(words.ended);
      saveTestOrders(null);
    } catch (error) {
      toast.error(isApiError(error) ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <section aria-label={words.title} className="sticky bottom-0 z-40 border-t border-line bg-raised text-caution print:hidden">
      <style>{ROOM}</style>
      <div className="page flex min-h-15 items-center justify-between gap-4 py-2">
        <p className="min-w-0 text-small">
          <strong className="font-[600]">{words.bar}</strong> <span className="max-sm:sr-only">{words.barHint}</span>
        </p>
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => void end()}>
          {words.end}
        </Button>
      </div>
    </section>
  );
}
