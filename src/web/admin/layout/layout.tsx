/** The frame of the admin area: a bar, the menu and the page. Neither header nor footer of the shop (docs/decisions/0108). */
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router';
import { readWaiting } from '../../../contract/email.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SECOND } from '../../../contract/values.ts';
import css from '../../admin.css?url';
import { isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { ReauthenticationDialog } from '../../shared/dashboard-layout/reauthentication-dialog.tsx';
import { UnsavedChangesGuard } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { type LoadState, QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { formatPageTitle } from '../../shared/meta.ts';
import { AccessFallback, useAccess } from '../../shared/require-auth.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { ErrorPage } from '../../shared/site-layout/error-page.tsx';
import { saveTeamRole, useLastTeamRole } from '../../state/admin-area.ts';
import { useSession } from '../../state/session.ts';
import { SecondFactorNotice, SecondFactorRequired, TeamRoleProvider } from '../team/team-role.tsx';
import { BottomBar, type MenuProps, SideMenu } from './menu.tsx';
import { adminFrame } from './messages.ts';
import { HOME_PATH } from './nav-items.tsx';
import { TopBar } from './top-bar.tsx';

/** For root.tsx, which leaves header, main part and footer to this layout. */
export const handle = { frame: 'admin' };

/**
 * How many orders are waiting for somebody, and what the user has to do: loaded with each page, every half minute, and when somebody comes
 * back to the tab.
 */
const INTERVAL = 30 * SECOND;

type Reply = ReplyOf<typeof readWaiting> | 'locked' | null;

/** Null until it is known; `locked` until a second factor is set up. Where a request fails otherwise, the last numbers stay. */
function useWaiting(isEnabled: boolean): Reply {
  // With each page, since an order may have been shipped on the one before.
  const { key } = useLocation();
  const userId = useSession()?.user._id;
  const waiting: LoadState<Reply> = useLoad<Reply>(
    `waiting ${userId} ${key}`,
    async (api, signal) => {
      try {
        const reply = await api(readWaiting, { signal });
        // It may have been changed since the last time.
        saveTeamRole(userId, reply.role);
        return reply;
      } catch (error) {
        return isApiError(error) && error.code === 'second_factor_setup_required' ? 'locked' : waiting.data;
      }
    },
    { isEnabled, repeat: () => INTERVAL, isLoadedOnReturn: true },
  );
  return waiting.data;
}

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="admin-area">
      {/* React shows the page once the file is there. */}
      <link rel="stylesheet" href={css} precedence="admin" />
      <QueryProvider>
        <AdminArea>{children}</AdminArea>
      </QueryProvider>
    </div>
  );
}

/** The menu is there while access is checked, so that the page comes into a frame that doesn't move; only those with access may ask what waits. */
function AdminArea({ children }: { children: ReactNode }) {
  const { access, retry } = useAccess('admin');
  const isAdmin = useSession()?.user.role === 1;
  const reply = useWaiting(access === 'granted');
  const lastRole = useLastTeamRole();
  const isLocked = reply === 'locked';
  const known = isLocked ? null : reply;
  const waiting = known?.waiting;
  const role = known?.role ?? lastRole;
  const hasMenu = isAdmin && !isLocked && (access === 'granted' || access === 'checking');
  const menu: MenuProps = {
    role,
    orderCount: waiting ? waiting.toShip + waiting.onHold + waiting.requests + waiting.disputes : 0,
  };
  return (
    <>
      <UnsavedChangesGuard />
      <ReauthenticationDialog />
      <TopBar tools={hasMenu ? { role, waiting } : null} />
      <div className="admin-columns">
        <div className="admin-column">{hasMenu && <SideMenu {...menu} />}</div>
        <main id="main" className="admin-main">
          {access !== 'granted' && <AccessFallback requiredRole="admin" access={access} retry={retry} />}
          {access === 'granted' && isLocked && <SecondFactorRequired />}
          {access === 'granted' && !isLocked && (
            <TeamRoleProvider role={role}>
              {known?.secondFactorDueAt && <SecondFactorNotice dueAt={known.secondFactorDueAt} />}
              {children}
            </TeamRoleProvider>
          )}
        </main>
      </div>
      {hasMenu && <BottomBar {...menu} />}
    </>
  );
}

/** Within the frame, so that the menu can still be used. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <AdminFrame>{isRouteErrorResponse(error) && error.status === 404 ? <AdminPageNotFound /> : <ErrorPage error={error} />}</AdminFrame>
  );
}

function AdminPageNotFound() {
  return (
    <>
      <title>{formatPageTitle(spec.pageNotFound, useShop().settings.shop.name)}</title>
      <PageMessage
        title={spec.pageNotFound}
        illustration={<SearchIllustration />}
        actions={<LinkButton to={HOME_PATH}>{adminFrame.toHome}</LinkButton>}
      >
        {adminFrame.notFoundHint}
      </PageMessage>
    </>
  );
}
