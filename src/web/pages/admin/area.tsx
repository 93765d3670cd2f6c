import { Outlet } from 'react-router';
import { Area } from '../../components/area/area.tsx';
import { Gate } from '../../components/gate.tsx';
import { adminArea } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';

const LINKS = [
  { to: '/dashboard/admin', label: adminArea.overview },
  { to: '/dashboard/admin/create-category', label: adminArea.createCategory },
  { to: '/dashboard/admin/create-product', label: adminArea.createProduct },
  { to: '/dashboard/admin/products', label: adminArea.products },
  { to: '/dashboard/admin/users', label: adminArea.users },
  { to: '/dashboard/admin/settings', label: adminArea.settings },
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
