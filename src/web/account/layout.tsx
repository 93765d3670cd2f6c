import { Outlet } from 'react-router';
import { BagIcon, HomeIcon, MapPinIcon, PercentIcon, PersonIcon, ShieldIcon } from '../kit/nav-icons.tsx';
import { ReauthenticationDialog } from '../shared/dashboard-layout/reauthentication-dialog.tsx';
import { UnsavedChangesGuard } from '../shared/dashboard-layout/unsaved-changes.tsx';
import { QueryProvider } from '../shared/hooks/use-load.ts';
import { userDashboard } from '../shared/messages/account.ts';
import { nav } from '../shared/messages/common.ts';
import { security } from '../shared/messages/security.ts';
import { RequireAuth } from '../shared/require-auth.tsx';
import { useShop } from '../shared/shop-data.ts';
import { CardIcon } from './cards/card-icon.tsx';
import { savedCards } from './cards/messages.ts';
import { type NavItem, SideNav } from './side-nav.tsx';

const NAV_ITEMS: NavItem[] = [
  { to: '/dashboard/user', label: nav.dashboard, icon: <HomeIcon size={18} /> },
  { to: '/dashboard/user/profile', label: userDashboard.profile, icon: <PersonIcon size={18} /> },
  { to: '/dashboard/user/addresses', label: userDashboard.addresses, icon: <MapPinIcon size={18} /> },
  { to: '/dashboard/user/security', label: security.title, icon: <ShieldIcon size={18} /> },
  { to: '/dashboard/user/orders', label: userDashboard.orders, icon: <BagIcon size={18} />, subpages: '/dashboard/user/orders' },
];

/** Only where the shop has any. */
const STORE_CREDIT = { to: '/dashboard/user/store-credit', label: userDashboard.storeCredit, icon: <PercentIcon size={18} /> };

/** In a shop where accounts save cards: before the security. */
const CARDS_ITEM = { to: '/dashboard/user/cards', label: savedCards.title, icon: <CardIcon size={18} /> };
const WITH_CARDS = NAV_ITEMS.toSpliced(3, 0, CARDS_ITEM);

export default function UserDashboardLayout() {
  const { hasBalances, payment } = useShop().settings;
  const links = payment.keepsCards ? WITH_CARDS : NAV_ITEMS;
  return (
    <QueryProvider>
      <RequireAuth requiredRole="user">
        {/* At least as tall as the window, so that the footer doesn't jump while content loads. */}
        <div className="page min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)] md:gap-11 print:mb-0 print:block print:min-h-0">
          <UnsavedChangesGuard />
          <ReauthenticationDialog />
          <SideNav title={userDashboard.title} links={hasBalances ? [...links, STORE_CREDIT] : links} />
          <div className="w-full pt-6 pb-20 md:pt-8 print:p-0">
            <Outlet />
          </div>
        </div>
      </RequireAuth>
    </QueryProvider>
  );
}
