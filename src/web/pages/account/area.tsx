import { Outlet } from 'react-router';
import { Area } from '../../components/area/area.tsx';
import { Gate } from '../../components/gate.tsx';
import { area, nav } from '../../messages.ts';

const LINKS = [
  { to: '/dashboard/user', label: nav.dashboard },
  { to: '/dashboard/user/profile', label: area.profile },
  { to: '/dashboard/user/orders', label: area.orders },
];

export default function UserArea() {
  return (
    <Gate kind="user">
      <Area title={area.user} links={LINKS}>
        <Outlet />
      </Area>
    </Gate>
  );
}
