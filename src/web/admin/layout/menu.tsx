/** The menu: a column on wide screens; on narrow ones a bar at the bottom with a few of its pages, and a drawer with all of them. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { MenuIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { common } from '../../shared/messages/common.ts';
import { notifications } from '../settings/messages.ts';
import { adminSpec } from '../specified-labels.ts';
import { adminFrame } from './messages.ts';
import { type AdminPage, BOTTOM_BAR_PATHS, isCurrent, isFor, MENU, ORDERS_PATH } from './nav-items.tsx';

export interface MenuProps {
  role: TeamRole | null;
  /** How many orders wait for somebody; nothing is shown for 0. */
  orderCount: number;
}

const MAX_COUNT = 99;

function OrderCount({ count, className }: { count: number; className: string }) {
  if (!count) return null;
  return (
    <span className={`count ${className}`}>
      <span aria-hidden="true">{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
      <span className="sr-only">{notifications.waiting(count)}</span>
    </span>
  );
}

interface MenuLinkProps {
  page: AdminPage;
  onClick?: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

function MenuLink({ page, onClick, className, children }: MenuLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link to={page.to} aria-current={isCurrent(page, pathname) ? 'page' : undefined} {...(onClick && { onClick })} className={className}>
      {children}
    </Link>
  );
}

/** All pages, in groups. `onChoose`: a link was followed, even to the page that is open already. */
function MenuList({ role, orderCount, onChoose }: MenuProps & { onChoose?: () => void }) {
  return (
    <ul className="admin-menu">
      {MENU.map(({ label, icon, page, pages = [] }) => (
        <li key={label}>
          {page ? (
            <MenuLink page={page} onClick={onChoose} className="admin-menu-item">
              {icon}
              {label}
              {page.to === ORDERS_PATH && <OrderCount count={orderCount} className="ml-auto" />}
            </MenuLink>
          ) : (
            <span className="admin-menu-item">
              {icon}
              {label}
            </span>
          )}
          {pages.length > 0 && (
            <ul>
              {pages
                .filter((it) => isFor(it, role))
                .map((it) => (
                  <li key={it.to}>
                    <MenuLink page={it} onClick={onChoose} className="admin-menu-item">
                      {it.label}
                    </MenuLink>
                  </li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Beside the page, on wide screens. */
export function SideMenu(props: MenuProps) {
  return (
    <nav aria-label={adminSpec.adminPanel} className="px-3 py-4">
      <h2 className="mb-1 px-3 text-small font-[560] tracking-normal text-soft">{adminSpec.adminPanel}</h2>
      <MenuList {...props} />
    </nav>
  );
}

/** As `--breakpoint-wide` of admin.css. */
const WIDE_SCREEN_QUERY = '(width >= 56.25rem)';

function MenuDrawer({ close, ...menu }: MenuProps & { close: () => void }) {
  const onWide = useEffectEvent(close);
  // Closes when the window becomes wide, as when a tablet is turned, because the column then shows the menu.
  useEffect(() => {
    const wide = matchMedia(WIDE_SCREEN_QUERY);
    const handleChange = () => onWide();
    wide.addEventListener('change', handleChange);
    return () => wide.removeEventListener('change', handleChange);
  }, []);
  return (
    <Dialog title={adminSpec.adminPanel} variant="drawer" close={close} closeLabel={common.close}>
      <nav aria-label={adminSpec.adminPanel} className="-mx-3 pb-[env(safe-area-inset-bottom)]">
        <MenuList {...menu} onChoose={close} />
      </nav>
    </Dialog>
  );
}

/** At the bottom of narrow screens. 'Menu' is marked on the pages that only the drawer has. */
export function BottomBar(props: MenuProps) {
  const { role, orderCount } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const groups = MENU.filter(({ page }) => page && BOTTOM_BAR_PATHS.includes(page.to) && isFor(page, role));
  const isElsewhere = groups.every(({ page }) => page && !isCurrent(page, pathname));
  return (
    <nav aria-label={adminFrame.bottomBar} className="admin-bottom-bar">
      {groups.map(
        ({ label, icon, page }) =>
          page && (
            <MenuLink key={label} page={page} className="admin-bottom-item">
              <span className="relative">
                {icon}
                {page.to === ORDERS_PATH && <OrderCount count={orderCount} className="absolute -top-2.5 left-3.5" />}
              </span>
              {label}
            </MenuLink>
          ),
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        data-current={isElsewhere || undefined}
        onClick={() => setIsOpen(true)}
        className="admin-bottom-item"
      >
        <MenuIcon size={18} />
        {common.menu}
      </button>
      {isOpen && <MenuDrawer {...props} close={() => setIsOpen(false)} />}
    </nav>
  );
}
