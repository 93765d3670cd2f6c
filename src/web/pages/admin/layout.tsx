import { Outlet } from 'react-router';
import css from '../../admin.css?url';
import { DashboardLayout } from '../../components/dashboard-layout/dashboard-layout.tsx';
import type { NavItem } from '../../components/dashboard-layout/side-nav.tsx';
import { RequireAuth } from '../../components/require-auth.tsx';
import { adminNav } from '../../messages/admin.ts';
import { notifications as words } from '../../messages/admin-settings.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import {
  AddIcon,
  BagIcon,
  BoxIcon,
  ChartIcon,
  EnvelopeIcon,
  PercentIcon,
  SlidersIcon,
  TagIcon,
  TeamIcon,
  TruckIcon,
  UsersIcon,
} from '../../ui/nav-icons.tsx';
import { AdminHead } from './search/admin-head.tsx';
import { TeamRoleProvider } from './team-role.tsx';
import { useWaiting } from './use-waiting.ts';

const ORDERS_PATH = '/dashboard/admin/orders';

const NAV_ITEMS: NavItem[] = [
  { to: '/dashboard/admin', label: adminNav.overview, icon: <ChartIcon size={18} /> },
  { to: ORDERS_PATH, label: adminNav.orders, icon: <BagIcon size={18} />, subpages: ORDERS_PATH },
  { to: '/dashboard/admin/create-category', label: adminNav.createCategory, icon: <TagIcon size={18} /> },
  { to: '/dashboard/admin/create-product', label: adminNav.createProduct, icon: <AddIcon size={18} /> },
  { to: '/dashboard/admin/products', label: adminNav.products, icon: <BoxIcon size={18} />, subpages: '/dashboard/admin/update-product' },
  { to: '/dashboard/admin/codes', label: adminNav.codes, icon: <PercentIcon size={18} /> },
  { to: '/dashboard/admin/shipping', label: adminNav.shipping, icon: <TruckIcon size={18} /> },
  { to: '/dashboard/admin/users', label: adminNav.users, icon: <UsersIcon size={18} />, subpages: '/dashboard/admin/users' },
  { to: '/dashboard/admin/team', label: adminNav.team, icon: <TeamIcon size={18} /> },
  { to: '/dashboard/admin/emails', label: adminNav.emails, icon: <EnvelopeIcon size={18} /> },
  { to: '/dashboard/admin/settings', label: adminNav.settings, icon: <SlidersIcon size={18} /> },
];

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
  const { toShip, onHold, requests } = reply?.waiting ?? { toShip: 0, onHold: 0, requests: 0 };
  const count = toShip + onHold + requests;
  const links = NAV_ITEMS.map((item) => (item.to === ORDERS_PATH ? { ...item, count, countLabel: words.waiting(count) } : item));
  return (
    <DashboardLayout title={adminSpec.adminPanel} links={links} head={<AdminHead />}>
      <TeamRoleProvider role={reply?.role ?? null}>
        <Outlet />
      </TeamRoleProvider>
    </DashboardLayout>
  );
}
