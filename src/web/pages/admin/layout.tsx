import { Outlet } from 'react-router';
import { DashboardLayout } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { RequireAuth } from '../../components/require-auth.tsx';
import { adminNav } from '../../messages/admin.ts';
import { adminSpec } from '../../messages/specification-admin.ts';
import { AddIcon, BagIcon, BoxIcon, ChartIcon, EnvelopeIcon, SlidersIcon, TagIcon, UsersIcon } from '../../ui/nav-icons.tsx';

const NAV_ITEMS = [
  { to: '/dashboard/admin', label: adminNav.overview, icon: <ChartIcon size={18} /> },
  { to: '/dashboard/admin/orders', label: adminNav.orders, icon: <BagIcon size={18} />, subpages: '/dashboard/admin/orders' },
  { to: '/dashboard/admin/create-category', label: adminNav.createCategory, icon: <TagIcon size={18} /> },
  { to: '/dashboard/admin/create-product', label: adminNav.createProduct, icon: <AddIcon size={18} /> },
  { to: '/dashboard/admin/products', label: adminNav.products, icon: <BoxIcon size={18} />, subpages: '/dashboard/admin/update-product' },
  { to: '/dashboard/admin/users', label: adminNav.users, icon: <UsersIcon size={18} /> },
  { to: '/dashboard/admin/emails', label: adminNav.emails, icon: <EnvelopeIcon size={18} /> },
  { to: '/dashboard/admin/settings', label: adminNav.settings, icon: <SlidersIcon size={18} /> },
];

export default function AdminDashboardLayout() {
  return (
    <RequireAuth requiredRole="admin">
      <DashboardLayout title={adminSpec.adminPanel} links={NAV_ITEMS}>
        <Outlet />
      </DashboardLayout>
    </RequireAuth>
  );
}
