/** What the layout tells whoever is on the page: toasts, that it is offline, what was added to the cart, which page was opened. */
import { useEffect, useRef, useState } from 'react';
import toast, { resolveValue, useToaster } from 'react-hot-toast/headless';
import { useLocation } from 'react-router';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../constants.ts';
import { useOnlineStatus } from '../../kit/browser-hooks.ts';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { useJustAdded } from '../../state/cart.ts';
import { onSessionExpired, useTestOrders } from '../../state/session.ts';
import { common } from '../messages/common.ts';
import type { AddedPanel } from './added-to-cart-panel.tsx';
import type { ClosedShopWords } from './closed-shop-words.tsx';
import type { TestOrderBar } from './test-order-bar.tsx';

const OPTIONS = {
  duration: TOAST_ERROR_MS,
  success: { duration: TOAST_SUCCESS_MS },
  error: { duration: TOAST_ERROR_MS },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/** Top center; success 2 s, error, blank and custom 4 s, loading until dismissed (CONST-3). The library keeps at most 20. */
export function Toasts() {
  // The id merges the toasts of several requests that fail at once.
  useEffect(() => onSessionExpired(() => toast.error(common.sessionEnded, { id: 'session-expired' })), []);
  const layer = useRef<HTMLDivElement>(null);
  const {
    toasts,
    handlers: { startPause, endPause },
  } = useToaster(OPTIONS);
  const newest = toasts[0]?.id;

  // Modal dialogs are in the browser's top layer: showing this popover again puts the toasts above them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new toast
  useEffect(() => {
    const element = layer.current;
    if (!element?.isConnected) return;
    if (element.matches(':popover-open')) {
      if (!document.querySelector('dialog:modal')) return;
      element.hidePopover();
    }
    element.showPopover();
  }, [newest]);

  return (
    <div ref={layer} popover="manual" data-testid="toaster" className="toaster" onPointerEnter={startPause} onPointerLeave={endPause}>
      {toasts.map((it) => (
        <div key={it.id} data-hidden={!it.visible || undefined} className="toast">
          {it.type === 'success' && <CheckIcon className="shrink-0 text-good" />}
          {it.type === 'error' && <AlertIcon className="shrink-0 text-danger" />}
          <div {...it.ariaProps} className="min-w-0">
            {resolveValue(it.message, it)}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shown for as long as the browser is offline. */
export function OfflineBanner() {
  const isOnline = useOnlineStatus();
  // The live region is always rendered: screen readers don't announce the content of a newly added one.
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4">
      {!isOnline && (
        <p className="max-w-text rounded-control border border-line bg-raised px-4 py-2.5 text-center text-small shadow-float">
          {common.offlineBanner}
        </p>
      )}
    </div>
  );
}

/** The place of the panel that appears after adding to the cart. Its code is only downloaded then; if that fails, the toast is enough. */
export function AddedPanelSlot() {
  const added = useJustAdded();
  const [Panel, setPanel] = useState<typeof AddedPanel>();
  useEffect(() => {
    if (added) import('./added-to-cart-panel.tsx').then((it) => setPanel(() => it.AddedPanel)).catch(() => {});
  }, [added]);
  return added && Panel && <Panel added={added} />;
}

/** The place of an owner's bar about her test orders, whose code nobody else downloads. */
export function TestOrderBarSlot() {
  const until = useTestOrders();
  const [Bar, setBar] = useState<typeof TestOrderBar>();
  useEffect(() => {
    if (until) import('./test-order-bar.tsx').then((it) => setBar(() => it.TestOrderBar)).catch(() => {});
  }, [until]);
  return until && Bar && <Bar />;
}

/** Above a shop that isn't open, for those who see it all the same. Its words are only downloaded then, into a place of their height. */
export function ClosedShopBar() {
  const [Words, setWords] = useState<typeof ClosedShopWords>();
  useEffect(() => {
    import('./closed-shop-words.tsx').then((it) => setWords(() => it.ClosedShopWords)).catch(() => {});
  }, []);
  return <div className="min-h-11 bg-ink text-ground print:hidden">{Words && <Words />}</div>;
}

/** After a navigation, focuses the new page's heading and announces its title, as browsers do after a full page load. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const announcedPath = useRef(pathname);

  useEffect(() => {
    if (announcedPath.current === pathname) return;
    announcedPath.current = pathname;
    setTitle(document.title);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p aria-live="polite" role="status" className="sr-only">
      {title}
    </p>
  );
}
