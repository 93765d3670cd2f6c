/** Pages that need a login: the server is asked for access, and a countdown leads away if it is denied. */
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { checkAdmin, checkUser } from '../../contract/auth.ts';
import { SECOND } from '../../contract/values.ts';
import { type Api, isApiError } from '../api.ts';
import { REDIRECT_COUNTDOWN_SECONDS } from '../constants.ts';
import { useRetryWhenOnline } from '../kit/browser-hooks.ts';
import { Button, LinkButton } from '../kit/button.tsx';
import { PlugIllustration } from '../kit/illustrations.tsx';
import { Spinner } from '../kit/loading.tsx';
import { PageMessage } from '../kit/notice.tsx';
import { LockIllustration } from '../kit/order-illustrations.tsx';
import { readToken, useSession } from '../state/session.ts';
import { useLoad } from './hooks/use-load.ts';
import { authMessages } from './messages/account.ts';
import { common } from './messages/common.ts';
import { spec } from './messages/specified-labels.ts';
import { noScript } from './messages/storefront.ts';

type RequiredRole = 'user' | 'admin';
type AccessState = 'checking' | 'granted' | 'denied' | 'failed';

interface Access {
  access: AccessState;
  retry: () => void;
}

/** Asks the server whether the person may see these pages; again for each other person. */
export function useAccess(requiredRole: RequiredRole): Access {
  const session = useSession();
  const token = session?.token ?? null;
  // Whoever logs in again over the page keeps it, with all that they have typed: another person is checked anew.
  const person = session?.user._id ?? session?.user.email ?? null;
  const { data, isLoading, reload } = useLoad(
    `access ${requiredRole} ${person}`,
    async (api, signal) => ({ person, isGranted: readToken() !== null && (await checkAccess(api, requiredRole, signal)) }),
    // While hydrating, the session is still empty as on the server; the stored one follows in the next render.
    { isEnabled: token === readToken() },
  );
  const decided = data?.person === person ? data : null;
  const access = describeAccess(decided?.isGranted, isLoading);
  const retry = () => void reload();
  useRetryWhenOnline(access === 'failed', retry);
  return { access, retry };
}

export function RequireAuth({ requiredRole, children }: { requiredRole: RequiredRole; children: ReactNode }) {
  const { access, retry } = useAccess(requiredRole);
  // At least as tall as the window, so that the footer stays out of view while the page loads.
  return (
    <div className="min-h-dvh">
      {access === 'granted' ? children : <AccessFallback requiredRole={requiredRole} access={access} retry={retry} />}
    </div>
  );
}

/** Null: the check itself failed, which says nothing about the user. */
async function checkAccess(api: Api, requiredRole: RequiredRole, signal: AbortSignal): Promise<boolean | null> {
  try {
    return (await api(requiredRole === 'admin' ? checkAdmin : checkUser, { signal })).ok;
  } catch (error) {
    return isApiError(error) && (error.status === 401 || error.status === 403) ? false : null;
  }
}

function describeAccess(isGranted: boolean | null | undefined, isLoading: boolean): AccessState {
  if (isGranted === null && !isLoading) return 'failed';
  if (isGranted === null || isGranted === undefined) return 'checking';
  return isGranted ? 'granted' : 'denied';
}

interface AccessFallbackProps extends Access {
  requiredRole: RequiredRole;
  access: Exclude<AccessState, 'granted'>;
}

/**
 * What is shown instead of the pages. Whoever has no access is redirected to /login (from admin pages to /), with the requested path in the
 * navigation state, so that login can return to it.
 */
export function AccessFallback({ requiredRole, access, retry }: AccessFallbackProps) {
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
      return <RedirectCountdown requiredRole={requiredRole} />;
  }
}

/** The text fades in only if the answer takes longer than half a second. */
function CheckingAccess() {
  return (
    <div className="page flex flex-col items-center pt-20 text-center">
      <noscript>{noScript}</noscript>
      <Spinner label={common.loading} />
      <p className="text-soft opacity-100 noscript:hidden transition-opacity delay-500 duration-300 starting:opacity-0">
        {authMessages.checking}
      </p>
    </div>
  );
}

function RedirectCountdown({ requiredRole }: { requiredRole: RequiredRole }) {
  const [seconds, setSeconds] = useState(REDIRECT_COUNTDOWN_SECONDS);
  const navigate = useNavigate();
  const location = useLocation();
  const from = location.pathname + location.search + location.hash;
  const isAdmin = requiredRole === 'admin';
  const to = isAdmin ? '/' : '/login';

  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), SECOND);
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
      {/* Screen readers don't announce every second. */}
      <p role="timer" aria-live="off" className="tabular-nums mt-1 text-base">
        {spec.redirecting(Math.max(seconds, 0))}
      </p>
    </PageMessage>
  );
}
