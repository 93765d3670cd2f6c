import { Outlet } from 'react-router';
import { Area } from '../../components/area/area.tsx';
import { Gate } from '../../components/gate.tsx';
import { adminArea } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { AddIcon, BagIcon, BoxIcon, ChartIcon, EnvelopeIcon, PeopleIcon, SlidersIcon, TagIcon } from '../../ui/area-icons.tsx';

const LINKS = [
  { to: '/dashboard/admin', label: adminArea.overview, icon: <ChartIcon size={18} /> },
  { to: '/dashboard/admin/orders', label: adminArea.orders, icon: <BagIcon size={18} />, hasPages: true },
  { to: '/dashboard/admin/create-category', label: adminArea.createCategory, icon: <TagIcon size={18} /> },
  { to: '/dashboard/admin/create-product', label: adminArea.createProduct, icon: <AddIcon size={18} /> },
  { to: '/dashboard/admin/products', label: adminArea.products, icon: <BoxIcon size={18} /> },
  { to: '/dashboard/admin/users', label: adminArea.users, icon: <PeopleIcon size={18} /> },
  { to: '/dashboard/admin/mails', label: adminArea.mails, icon: <EnvelopeIcon size={18} /> },
  { to: '/dashboard/admin/settings', label: adminArea.settings, icon: <SlidersIcon size={18} /> },
];

export default function AdminArea() {
  return (
    <Gate kind="admin">
      <Area title={spec.adminPanel} links={LINKS}>
        <Outlet />
      </Area>
    </Gate>
  );
}
