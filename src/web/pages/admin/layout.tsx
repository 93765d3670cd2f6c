import { Outlet } from 'react-router';
import css from '../../admin.css?url';
import { DashboardLayout } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { RequireAuth } from '../../components/require-auth.tsx';
import { notifications as words } from '../../messages/admin-settings.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import { useLastTeamRole } from '../../state/team-role.ts';
import { isFor, NAV_ITEMS, ORDERS_PATH } from './nav-items.tsx';
import { AdminHead } from './search/admin-head.tsx';
import { SecondFactorNotice, SecondFactorRequired } from './second-factor-demand.tsx';
import { TeamRoleProvider } from './team-role.tsx';
import { useWaiting } from './use-waiting.ts';

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
