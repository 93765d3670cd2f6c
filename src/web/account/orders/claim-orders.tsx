/** Adds orders that were made as a guest to the account: requests the emailed link, and handles it when it is opened. */
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { claimGuestOrders, requestClaimLink } from '../../../contract/guest-order.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { guestOrder as words } from '../../shared/messages/orders.ts';
import { useShop } from '../../shared/shop-data.ts';

const TOKEN = /^#claim=(.+)$/;

function showError(error: unknown, fallback: string): void {
  if (!isApiError(error)) console.error(error);
  toast.error(error instanceof Error ? error.message : fallback);
}

/** The token is in the fragment (#) of the emailed link. It is used once and then removed from the address bar. */
export function useClaimLink(onClaimed: () => Promise<void>): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const token = TOKEN.exec(hash)?.[1];
  const used = useRef<string>(undefined);

  useEffect(() => {
    if (!token || used.current === token) return;
    used.current = token;
    void navigate(pathname + search, { replace: true });
    api(claimGuestOrders, { body: { token } })
      .then(({ count }) => {
        toast.success(words.added(count));
        return onClaimed();
      })
      .catch((error: unknown) => showError(error, words.claimFailed));
  }, [token, navigate, pathname, search, onClaimed]);
}

/** Only in a shop that can email the link. */
export function ClaimOrders() {
  const { emailsLinks } = useShop().settings;
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      await api(requestClaimLink);
      setState('sent');
    } catch (error) {
      showError(error, words.linkFailed);
      setState('idle');
    }
  };
  if (!emailsLinks) return null;
  return (
    <section aria-label={words.findOthers} className="mt-8 flex max-w-[48rem] flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[560]">{words.findOthers}</p>
        <p role="status" className="text-small text-soft">
          {state === 'sent' ? words.linkSent : words.findOthersHint}
        </p>
      </div>
      {state !== 'sent' && (
        <Button variant="secondary" size="small" busy={state === 'busy'} onClick={() => void send()}>
          {words.sendLink}
        </Button>
      )}
    </section>
  );
}
