/** The pages of the admin area, as its navigation and its search list them. The last one is everybody's own. */
import { isAtLeast, type TeamRole } from '../../../contract/endpoint.ts';
import {
  AddIcon,
  BagIcon,
  BoxIcon,
  ChartIcon,
  EnvelopeIcon,
  HistoryIcon,
  ImportIcon,
  KeyIcon,
  PageIcon,
  PercentIcon,
  RedirectIcon,
  ShieldIcon,
  SlidersIcon,
  TagIcon,
  TeamIcon,
  TruckIcon,
  UsersIcon,
  WebhookIcon,
} from '../../kit/nav-icons.tsx';
import type { NavItem } from '../../shared/dashboard-layout/side-nav.tsx';
import { security } from '../../shared/messages/security.ts';
import { adminNav } from './messages.ts';

export const ORDERS_PATH = '/dashboard/admin/orders';
export const IMPORTS_PATH = '/dashboard/admin/imports';

interface AdminNavItem extends NavItem {
  /** Roles below this one don't see the item, as they may do nothing there; absent: it is for everybody. */
  minRole?: TeamRole;
}

export const NAV_ITEMS: AdminNavItem[] = [
  { to: '/dashboard/admin', label: adminNav.overview, icon: <ChartIcon size={18} /> },
  { to: ORDERS_PATH, label: adminNav.orders, icon: <BagIcon size={18} />, subpages: ORDERS_PATH },
  { to: '/dashboard/admin/create-category', label: adminNav.createCategory, icon: <TagIcon size={18} /> },
  { to: '/dashboard/admin/create-product', label: adminNav.createProduct, icon: <AddIcon size={18} />, minRole: 'staff' },
  { to: '/dashboard/admin/products', label: adminNav.products, icon: <BoxIcon size={18} />, subpages: '/dashboard/admin/update-product' },
  { to: IMPORTS_PATH, label: adminNav.imports, icon: <ImportIcon size={18} />, subpages: IMPORTS_PATH },
  { to: '/dashboard/admin/codes', label: adminNav.codes, icon: <PercentIcon size={18} /> },
  { to: '/dashboard/admin/shipping', label: adminNav.shipping, icon: <TruckIcon size={18} /> },
  { to: '/dashboard/admin/users', label: adminNav.users, icon: <UsersIcon size={18} />, subpages: '/dashboard/admin/users' },
  { to: '/dashboard/admin/team', label: adminNav.team, icon: <TeamIcon size={18} /> },
  { to: '/dashboard/admin/api-keys', label: adminNav.apiKeys, icon: <KeyIcon size={18} />, minRole: 'owner' },
  { to: '/dashboard/admin/webhooks', label: adminNav.webhooks, icon: <WebhookIcon size={18} /> },
  { to: '/dashboard/admin/pages', label: adminNav.pages, icon: <PageIcon size={18} />, subpages: '/dashboard/admin/pages' },
  { to: '/dashboard/admin/redirects', label: adminNav.redirects, icon: <RedirectIcon size={18} /> },
  { to: '/dashboard/admin/emails', label: adminNav.emails, icon: <EnvelopeIcon size={18} /> },
  { to: '/dashboard/admin/activity', label: adminNav.activity, icon: <HistoryIcon size={18} />, minRole: 'owner' },
  {
    to: '/dashboard/admin/settings',
    label: adminNav.settings,
    icon: <SlidersIcon size={18} />,
    subpages: '/dashboard/admin/settings',
  },
  { to: '/dashboard/user/security', label: security.title, icon: <ShieldIcon size={18} /> },
];

/** Whether the item is for this role. Until the role is known, it is: the server decides. */
export const isFor = ({ minRole }: Pick<AdminNavItem, 'minRole'>, role: TeamRole | null): boolean =>
  !role || !minRole || isAtLeast(role, minRole);
