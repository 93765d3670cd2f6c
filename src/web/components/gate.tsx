/** Before a dashboard: asks the server whether this person may in, and leads everyone else away after a countdown. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { checkAdmin, checkUser } from '../../contract/account.ts';
import { api, isApiError } from '../api.ts';
import { GATE_SECONDS } from '../constants.ts';
import { gate } from '../messages.account.ts';
import { common, spec } from '../messages.ts';
import { readToken, useSession } from '../state/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { LockSign } from '../ui/signs/lock-sign.tsx';
import { PlugSign } from '../ui/signs/plug-sign.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useBackOnline } from '../use-back-online.ts';
import { PageMessage } from './page-message.tsx';

type Kind = 'user' | 'admin';
type Answer = 'asking' | 'in' | 'refused' | 'failed';

/** The others are led to /login (from the admin gate: home), and the path they wanted goes with them, for login to return to. */
export function Gate({ kind, children }: { kind: Kind; children: ReactNode }) {
  const token = useSession()?.token ?? null;
  const [answer, setAnswer] = useState<Answer>('asking');

  const ask = useCallback(async () => {
    if (!readToken()) return setAnswer('refused');
    setAnswer('asking');
    try {
      const { ok } = await api(kind === 'admin' ? checkAdmin : checkUser);
      setAnswer(ok ? 'in' : 'refused');
    } catch (error) {
      const isRefusal = isApiError(error) && (error.status === 401 || error.status === 403);
      setAnswer(isRefusal ? 'refused' : 'failed');
    }
  }, [kind]);

  useEffect(() => {
    // While hydrating the session in hand is still the server's, which is none: the stored one comes at once.
    if (token === readToken()) void ask();
  }, [ask, token]);

  // What failed for want of a line is asked again with it.
  useBackOnline(answer === 'failed', () => void ask());

  // At least as high as the window: the footer doesn't move in sight when the page comes.
  return <div className="min-h-dvh">{answer === 'in' ? children : <Outside kind={kind} answer={answer} ask={() => void ask()} />}</div>;
}

function Outside({ kind, answer, ask }: { kind: Kind; answer: Exclude<Answer, 'in'>; ask: () => void }) {
  switch (answer) {
    case 'asking':
      return <Asking />;
    case 'failed':
      return (
        <div role="alert">
          <PageMessage
            title={gate.failed}
            sign={<PlugSign />}
            actions={
              <>
                <Button onClick={ask}>{common.tryAgain}</Button>
                <LinkButton to="/" variant="secondary">
                  {spec.backHome}
                </LinkButton>
              </>
            }
          >
            {common.shopDownHint}
          </PageMessage>
        </div>
      );
    case 'refused':
      return <Countdown kind={kind} />;
  }
}

/** The words come only where the answer takes its time. */
function Asking() {
  return (
    <div className="page flex flex-col items-center pt-20 text-center">
      <noscript>{common.noScript}</noscript>
      <Spinner label={common.loading} />
      <p className="text-soft opacity-100 noscript:hidden transition-opacity delay-500 duration-300 starting:opacity-0">{gate.asking}</p>
    </div>
  );
}

function Countdown({ kind }: { kind: Kind }) {
  const [seconds, setSeconds] = useState(GATE_SECONDS);
  const navigate = useNavigate();
  const location = useLocation();
  const from = location.pathname + location.search;
  const isAdmin = kind === 'admin';
  const to = isAdmin ? '/' : '/login';

  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (seconds <= 0) void navigate(to, { state: { from }, replace: true });
  }, [seconds, navigate, to, from]);

  return (
    <PageMessage
      title={isAdmin ? gate.stranger : gate.visitor}
      sign={<LockSign />}
      actions={<Button onClick={() => void navigate(to, { state: { from }, replace: true })}>{gate.goNow}</Button>}
    >
      <p>{isAdmin ? gate.strangerHint : gate.visitorHint}</p>
      {/* A timer isn't read out each second. */}
      <p role="timer" aria-live="off" className="figures mt-1 text-base">
        {spec.redirecting(Math.max(seconds, 0))}
      </p>
    </PageMessage>
  );
}
