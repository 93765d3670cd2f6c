/** Before a dashboard: asks the server whether this person may in, and leads everyone else away after a countdown. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { checkAdmin, checkUser } from '../../contract/account.ts';
import { api, isApiError } from '../api.ts';
import { GATE_SECONDS } from '../constants.ts';
import { common, gate, spec } from '../messages.ts';
import { readToken, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

type Answer = 'asking' | 'in' | 'refused' | 'failed';

/** The others are led to /login (from the admin gate: home), and the path they wanted goes with them, for login to return to. */
export function Gate({ kind, children }: { kind: 'user' | 'admin'; children: ReactNode }) {
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

  switch (answer) {
    case 'in':
      return children;
    case 'asking':
      return <Spinner label={common.loading} />;
    case 'failed':
      return (
        <div className="page py-10">
          <Notice isAlert title={gate.failed} actions={<Button onClick={() => void ask()}>{common.tryAgain}</Button>} />
        </div>
      );
    case 'refused':
      return <Countdown kind={kind} />;
  }
}

function Countdown({ kind }: { kind: 'user' | 'admin' }) {
  const [seconds, setSeconds] = useState(GATE_SECONDS);
  const navigate = useNavigate();
  const location = useLocation();
  const from = location.pathname + location.search;
  const to = kind === 'admin' ? '/' : '/login';

  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (seconds <= 0) void navigate(to, { state: { from }, replace: true });
  }, [seconds, navigate, to, from]);

  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
      <h1 className="text-head">{kind === 'admin' ? gate.stranger : gate.visitor}</h1>
      <p className="figures text-soft">{spec.redirecting(Math.max(seconds, 0))}</p>
      <Button onClick={() => void navigate(to, { state: { from }, replace: true })}>{gate.goNow}</Button>
    </div>
  );
}
