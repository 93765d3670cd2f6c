import { Outlet, useLocation } from 'react-router';
import { readWaiting } from '../../../contract/email.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SECOND } from '../../../contract/values.ts';
import css from '../../admin.css?url';
import { isApiError } from '../../api.ts';
import { DashboardLayout } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { type LoadState, QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { RequireAuth } from '../../shared/require-auth.tsx';
import { saveTeamRole, useLastTeamRole } from '../../state/admin-area.ts';
import { useSession } from '../../state/session.ts';
import { AdminHead } from '../search/admin-head.tsx';
import { notifications as words } from '../settings/messages.ts';
import { useFieldFocus } from '../setup/field-focus.ts';
import { adminSpec } from '../specified-labels.ts';
import { SecondFactorNotice, SecondFactorRequired, TeamRoleProvider } from '../team/team-role.tsx';
import { isFor, NAV_ITEMS, ORDERS_PATH } from './nav-items.tsx';

/**
 * How many orders are waiting for somebody, and what the user has to do: loaded with each page, every half minute, and when somebody comes
 * back to the tab.
 */
const INTERVAL = 30 * SECOND;

type Waiting = ReplyOf<typeof readWaiting> | 'locked' | null;

/** Null until it is known; `locked` until a second factor is set up. Where a request fails otherwise, the last numbers stay. */
function useWaiting(): Waiting {
  // With each page, since an order may have been shipped on the one before.
  const { key } = useLocation();
  const userId = useSession()?.user._id;
  const waiting: LoadState<Waiting> = useLoad<Waiting>(
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
    { repeat: () => INTERVAL, isLoadedOnReturn: true },
  );
  return waiting.data;
}

export default function AdminDashboardLayout() {
  return (
    <div className="admin-area">
      {/* React shows the page once the file is there. */}
      <link rel="stylesheet" href={css} precedence="admin" />
      <QueryProvider>
        <RequireAuth requiredRole="admin">
          <AdminDashboard />
        </RequireAuth>
      </QueryProvider>
    </div>
  );
}

/** Inside RequireAuth, since only admins may ask what is waiting. */
function AdminDashboard() {
  useFieldFocus();
  const reply = useWaiting();
  const lastRole = useLastTeamRole();
  if (reply === 'locked') return <SecondFactorRequired />;
  const role = reply?.role ?? lastRole;
  const waiting = reply?.waiting;
  const count = waiting ? waiting.toShip + waiting.onHold + waiting.requests + waiting.disputes : 0;
  const links = NAV_ITEMS.filter((item) => isFor(item, role)).map((item) =>
    item.to === ORDERS_PATH ? { ...item, count, countLabel: words.waiting(count) } : item,
  );
  return (
    <DashboardLayout title={adminSpec.adminPanel} links={links} head={<AdminHead role={role} />}>
      <TeamRoleProvider role={role}>
        {reply?.secondFactorDueAt && <SecondFactorNotice dueAt={reply.secondFactorDueAt} />}
        <Outlet />
      </TeamRoleProvider>
    </DashboardLayout>
  );
}
