/** The menu of the admin area, in groups. Its pages are those that the search lists, too. */
import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import { isAtLeast, type TeamRole } from '../../../contract/endpoint.ts';
import { BagIcon, BoxIcon, HomeIcon, PageIcon, PercentIcon, SlidersIcon, UsersIcon } from '../../kit/nav-icons.tsx';
import { security } from '../../shared/messages/security.ts';
import { safetyContacts } from '../safety/messages.ts';
import { MAKERS_PATH } from '../safety/use-makers.ts';
import { SETTINGS_MENU, SETTINGS_PATH } from '../settings/settings-menu.tsx';
import { adminNav } from './messages.ts';

const ADMIN = '/dashboard/admin';
export const HOME_PATH = ADMIN;
export const ORDERS_PATH = `${ADMIN}/orders`;
export const PRODUCTS_PATH = `${ADMIN}/products`;
export const IMPORTS_PATH = `${ADMIN}/imports`;
export const COLLECTIONS_PATH = `${ADMIN}/collections`;
const CUSTOMERS_PATH = `${ADMIN}/users`;
const SETTINGS_PAGES = SETTINGS_MENU.flatMap(({ items }) => items);

export interface AdminPage {
  to: string;
  label: string;
  /** A path, or several: the page is the menu's current one on these and the pages below them too. */
  subpages?: string | readonly string[];
  /** Roles below this one don't see the page, because they can do nothing there; absent: everybody sees it. */
  minRole?: TeamRole;
}

export interface MenuGroup {
  label: string;
  icon: ReactNode;
  /** Where the group's own name leads; absent: it is a heading. */
  page?: AdminPage;
  /** Listed below the name. */
  pages?: readonly AdminPage[];
}

export const MENU: readonly MenuGroup[] = [
  { label: adminNav.home, icon: <HomeIcon size={18} />, page: { to: HOME_PATH, label: adminNav.home } },
  {
    label: adminNav.orders,
    icon: <BagIcon size={18} />,
    page: { to: ORDERS_PATH, label: adminNav.orders, subpages: ORDERS_PATH },
  },
  {
    label: adminNav.products,
    icon: <BoxIcon size={18} />,
    page: { to: PRODUCTS_PATH, label: adminNav.products, subpages: `${ADMIN}/update-product` },
    pages: [
      { to: `${ADMIN}/create-product`, label: adminNav.createProduct, minRole: 'staff' },
      { to: `${ADMIN}/create-category`, label: adminNav.createCategory },
      { to: COLLECTIONS_PATH, label: adminNav.collections, subpages: COLLECTIONS_PATH },
      { to: `${ADMIN}/brands`, label: adminNav.brands },
      { to: IMPORTS_PATH, label: adminNav.imports, subpages: IMPORTS_PATH },
    ],
  },
  {
    label: adminNav.customers,
    icon: <UsersIcon size={18} />,
    page: { to: CUSTOMERS_PATH, label: adminNav.customers, subpages: CUSTOMERS_PATH },
  },
  {
    label: adminNav.discounts,
    icon: <PercentIcon size={18} />,
    page: { to: `${ADMIN}/codes`, label: adminNav.codes },
    pages: [{ to: `${ADMIN}/gift-cards`, label: adminNav.giftCards, subpages: `${ADMIN}/gift-cards` }],
  },
  {
    label: adminNav.content,
    icon: <PageIcon size={18} />,
    pages: [
      { to: `${ADMIN}/pages`, label: adminNav.pages, subpages: `${ADMIN}/pages` },
      { to: `${ADMIN}/redirects`, label: adminNav.redirects },
    ],
  },
  {
    label: adminNav.settings,
    icon: <SlidersIcon size={18} />,
    page: { to: SETTINGS_PATH, label: adminNav.settings, subpages: SETTINGS_PAGES.map(({ to }) => to) },
  },
];

/** The pages in the bar at the bottom of phones, beside the button that opens the whole menu. */
export const BOTTOM_BAR_PATHS: readonly string[] = [HOME_PATH, ORDERS_PATH, PRODUCTS_PATH, CUSTOMERS_PATH];

/** All pages of the menu and of the settings, the manufacturers, which are reached from products and brands, and the security page of everybody's own account. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  ...MENU.flatMap(({ page, pages = [] }) => (page ? [page, ...pages] : pages)),
  ...SETTINGS_PAGES.filter(({ to }) => to !== SETTINGS_PATH),
  { to: MAKERS_PATH, label: safetyContacts.title },
  { to: '/dashboard/user/security', label: security.title },
];

/** Whether the page is for this role. Until the role is known, it is: the server decides. */
export const isFor = ({ minRole }: Pick<AdminPage, 'minRole'>, role: TeamRole | null): boolean =>
  !role || !minRole || isAtLeast(role, minRole);

/** Whether the menu marks the page as the one that is open. */
export const isCurrent = ({ to, subpages }: AdminPage, pathname: string): boolean =>
  matchPath(to, pathname) !== null || [subpages ?? []].flat().some((path) => matchPath(`${path}/*`, pathname) !== null);
