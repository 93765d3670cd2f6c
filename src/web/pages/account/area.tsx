import { Outlet } from 'react-router';
import { Area } from '../../components/area/area.tsx';
import { Gate } from '../../components/gate.tsx';
import { area } from '../../messages.account.ts';
import { nav } from '../../messages.ts';
import { BagIcon, HomeIcon, PersonIcon } from '../../ui/area-icons.tsx';

const LINKS = [
  { to: '/dashboard/user', label: nav.dashboard, icon: <HomeIcon size={18} /> },
  { to: '/dashboard/user/profile', label: area.profile, icon: <PersonIcon size={18} /> },
  { to: '/dashboard/user/orders', label: area.orders, icon: <BagIcon size={18} />, hasPages: true },
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
