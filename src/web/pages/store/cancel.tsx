/** Where the payment page leads back to when nobody paid: the order is given up, its stock is free again, the cart stays. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { cancelOrder } from '../../../contract/order.ts';
import { api, isApiError } from '../../api.ts';
import { PageMessage } from '../../components/page-message.tsx';
import { cancelPage } from '../../messages.buy.ts';
import { titleOf } from '../../messages.store.ts';
import { common, nav, spec } from '../../messages.ts';
import { readToken, useSession } from '../../state/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { LockSign } from '../../ui/signs/lock-sign.tsx';
import { PaidSign } from '../../ui/signs/paid-sign.tsx';
import { PlugSign } from '../../ui/signs/plug-sign.tsx';
import { ReturnSign } from '../../ui/signs/return-sign.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export const meta = () => [{ title: titleOf(spec.cancelled) }];

type Outcome = 'asking' | 'done' | 'plain' | 'login' | 'paid' | 'failed';

async function giveUp(id: string): Promise<Outcome> {
  try {
    await api(cancelOrder, { params: { id } });
    return 'done';
  } catch (error) {
    const status = isApiError(error) ? error.status : 0;
    if (status === 401) return 'login';
    if (status === 409) return 'paid';
    // No order of this person's: then there is nothing to give up either.
    if (status === 400 || status === 404) return 'plain';
    console.error(error);
    return 'failed';
  }
}

export default function CancelPage() {
  const [search] = useSearchParams();
  const id = search.get('order');
  const token = useSession()?.token ?? null;
  const [outcome, setOutcome] = useState<Outcome>('asking');
  const asked = useRef<string | null>(null);

  const ask = useCallback(async () => {
    if (!id) return setOutcome('plain');
    if (!readToken()) return setOutcome('login');
    setOutcome('asking');
    setOutcome(await giveUp(id));
  }, [id]);

  useEffect(() => {
    // Once for an order and a person, though an effect may run twice.
    const question = `${id} ${token ?? readToken()}`;
    if (asked.current === question) return;
    asked.current = question;
    void ask();
  }, [ask, id, token]);

  const back = <LinkButton to="/cart">{cancelPage.back}</LinkButton>;
  const views: Record<Outcome, { sign: ReactNode; says: ReactNode; actions: ReactNode }> = {
    asking: { sign: <Spinner label={common.loading} />, says: cancelPage.asking, actions: back },
    done: { sign: <ReturnSign />, says: cancelPage.done, actions: back },
    plain: { sign: <ReturnSign />, says: cancelPage.plain, actions: back },
    login: {
      sign: <LockSign />,
      says: (
        <>
          {cancelPage.plain} {cancelPage.login}
        </>
      ),
      actions: (
        <>
          <LinkButton to="/login" state={{ from: `/cancel?${search}` }}>
            {nav.login}
          </LinkButton>
          {back}
        </>
      ),
    },
    paid: {
      sign: <PaidSign />,
      says: cancelPage.paid,
      actions: <LinkButton to={`/success?order=${encodeURIComponent(id ?? '')}`}>{cancelPage.toOrder}</LinkButton>,
    },
    failed: {
      sign: <PlugSign />,
      says: cancelPage.failed,
      actions: (
        <>
          <Button onClick={() => void ask()}>{common.tryAgain}</Button>
          {back}
        </>
      ),
    },
  };
  const { sign, says, actions } = views[outcome];
  return (
    <PageMessage title={spec.cancelled} sign={sign} actions={actions}>
      {says}
    </PageMessage>
  );
}
