import { Outlet } from 'react-router';
import css from '../../admin.css?url';
import { DashboardLayout } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { RequireAuth } from '../../shared/require-auth.tsx';
import { useLastTeamRole } from '../../state/admin-area.ts';
import { useWaiting } from '../parts/use-waiting.ts';
import { AdminHead } from '../search/admin-head.tsx';
import { notifications as words } from '../settings/messages.ts';
import { adminSpec } from '../specified-labels.ts';
import { SecondFactorNotice, SecondFactorRequired } from '../team/second-factor-demand.tsx';
import { TeamRoleProvider } from '../team/team-role.tsx';
import { isFor, NAV_ITEMS, ORDERS_PATH } from './nav-items.tsx';

export default function AdminDashboardLayout() {
  return (
    <div className="admin-area">
      {/* React shows the page once the file is there. */}
      <link rel="stylesheet" href={css} precedence="admin" />
      <RequireAuth requiredRole="admin">
        <AdminDashboard />
      </RequireAuth>
    </div>
  );
}

/** Only for admins: others have nothing that waits for them. */
function AdminDashboard() {
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
