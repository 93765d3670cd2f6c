/** Before a dashboard: asks the server whether this person may in, and leads everyone else away after a countdown. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { checkAdmin, checkUser } from '../../contract/auth.ts';
import { api, isApiError } from '../api.ts';
import { REDIRECT_COUNTDOWN_SECONDS } from '../constants.ts';
import { useRetryWhenOnline } from '../hooks/use-online-status.ts';
import { authMessages } from '../messages/account.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specification.ts';
import { readToken, useSession } from '../state/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { LockIllustration } from '../ui/illustrations/lock.tsx';
import { PlugIllustration } from '../ui/illustrations/plug.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PageMessage } from './page-message.tsx';

type RequiredRole = 'user' | 'admin';
type AccessState = 'checking' | 'granted' | 'denied' | 'failed';

/** The others are led to /login (from the admin gate: home), and the path they wanted goes with them, for login to return to. */
export function RequireAuth({ role, children }: { role: RequiredRole; children: ReactNode }) {
  const token = useSession()?.token ?? null;
  const [access, setAccess] = useState<AccessState>('checking');

  const checkAccess = useCallback(async () => {
    if (!readToken()) return setAccess('denied');
    setAccess('checking');
    try {
      const { ok } = await api(role === 'admin' ? checkAdmin : checkUser);
      setAccess(ok ? 'granted' : 'denied');
    } catch (error) {
      const isDenied = isApiError(error) && (error.status === 401 || error.status === 403);
      setAccess(isDenied ? 'denied' : 'failed');
    }
  }, [role]);

  useEffect(() => {
    // While hydrating the session in hand is still the server's, which is none: the stored one comes at once.
    if (token === readToken()) void checkAccess();
  }, [checkAccess, token]);

  // What failed for want of a line is asked again with it.
  useRetryWhenOnline(access === 'failed', () => void checkAccess());

  // At least as high as the window: the footer doesn't move in sight when the page comes.
  return (
    <div className="min-h-dvh">
      {access === 'granted' ? children : <AccessFallback role={role} access={access} retry={() => void checkAccess()} />}
    </div>
  );
}

interface AccessFallbackProps {
  role: RequiredRole;
  access: Exclude<AccessState, 'granted'>;
  retry: () => void;
}

function AccessFallback({ role, access, retry }: AccessFallbackProps) {
  switch (access) {
    case 'checking':
      return <CheckingAccess />;
    case 'failed':
      return (
        <div role="alert">
          <PageMessage
            title={authMessages.failed}
            illustration={<PlugIllustration />}
            actions={
              <>
                <Button onClick={retry}>{common.tryAgain}</Button>
                <LinkButton to="/" variant="secondary">
                  {spec.backHome}
                </LinkButton>
              </>
            }
          >
            {common.serverErrorHint}
          </PageMessage>
        </div>
      );
    case 'denied':
      return <RedirectCountdown role={role} />;
  }
}

/** The words come only where the answer takes its time. */
function CheckingAccess() {
  return (
    <div className="page flex flex-col items-center pt-20 text-center">
      <noscript>{common.noScript}</noscript>
      <Spinner label={common.loading} />
      <p className="text-soft opacity-100 noscript:hidden transition-opacity delay-500 duration-300 starting:opacity-0">
        {authMessages.checking}
      </p>
    </div>
  );
}

function RedirectCountdown({ role }: { role: RequiredRole }) {
  const [seconds, setSeconds] = useState(REDIRECT_COUNTDOWN_SECONDS);
  const navigate = useNavigate();
  const location = useLocation();
  const from = location.pathname + location.search;
  const isAdmin = role === 'admin';
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
      title={isAdmin ? authMessages.adminRequired : authMessages.loginRequired}
      illustration={<LockIllustration />}
      actions={<Button onClick={() => void navigate(to, { state: { from }, replace: true })}>{authMessages.goNow}</Button>}
    >
      <p>{isAdmin ? authMessages.adminRequiredHint : authMessages.loginRequiredHint}</p>
      {/* A timer isn't read out each second. */}
      <p role="timer" aria-live="off" className="tabular-nums mt-1 text-base">
        {spec.redirecting(Math.max(seconds, 0))}
      </p>
    </PageMessage>
  );
}
