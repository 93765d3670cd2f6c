import { Outlet } from 'react-router';
import { BagIcon, HomeIcon, MapPinIcon, PersonIcon, ShieldIcon } from '../kit/nav-icons.tsx';
import { DashboardLayout } from '../shared/dashboard-layout/dashboard-layout.tsx';
import { QueryProvider } from '../shared/hooks/use-load.ts';
import { userDashboard } from '../shared/messages/account.ts';
import { nav } from '../shared/messages/common.ts';
import { security } from '../shared/messages/security.ts';
import { RequireAuth } from '../shared/require-auth.tsx';

const NAV_ITEMS = [
  { to: '/dashboard/user', label: nav.dashboard, icon: <HomeIcon size={18} /> },
  { to: '/dashboard/user/profile', label: userDashboard.profile, icon: <PersonIcon size={18} /> },
  { to: '/dashboard/user/addresses', label: userDashboard.addresses, icon: <MapPinIcon size={18} /> },
  { to: '/dashboard/user/security', label: security.title, icon: <ShieldIcon size={18} /> },
  { to: '/dashboard/user/orders', label: userDashboard.orders, icon: <BagIcon size={18} />, subpages: '/dashboard/user/orders' },
];

export default function UserDashboardLayout() {
  return (
    <QueryProvider>
      <RequireAuth requiredRole="user">
        <DashboardLayout title={userDashboard.title} links={NAV_ITEMS} isOnGrid>
          <Outlet />
        </DashboardLayout>
      </RequireAuth>
    </QueryProvider>
  );
}
