/** The ways in, and for who is in, the ways on. They stand in the bar, or in the menu of a narrow screen. */
import { NavLink, useLocation } from 'react-router';
import { nav } from '../../messages.ts';
import type { SessionUser } from '../../state/session.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { PopOverButton, PopOverPanel, popOverItem } from '../../ui/pop-over.tsx';
import { useLogout } from '../use-logout.ts';

/** Login comes back to where the person was; a gate may have said already where that is. */
function useWayBack(): { from: string } {
  const location = useLocation();
  const state: unknown = location.state;
  if (typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string') return { from: state.from };
  const isEntrance = ['/login', '/register', '/forget-password'].includes(location.pathname);
  return { from: isEntrance ? '/' : location.pathname + location.search };
}

export function VisitorLinks({ className }: { className: string }) {
  const state = useWayBack();
  return (
    <>
      <NavLink to="/register" state={state} className={className}>
        {nav.register}
      </NavLink>
      <NavLink to="/login" state={state} className={className}>
        {nav.login}
      </NavLink>
    </>
  );
}

export function UserLinks({ user }: { user: SessionUser }) {
  const logOut = useLogout();
  return (
    <>
      <NavLink to={user.role === 1 ? '/dashboard/admin' : '/dashboard/user'} end className={popOverItem}>
        {nav.dashboard}
      </NavLink>
      <button type="button" className={popOverItem} onClick={logOut}>
        {nav.logout}
      </button>
    </>
  );
}

const PANEL = 'user-menu';

export function UserMenu({ user }: { user: SessionUser }) {
  return (
    <>
      <PopOverButton panel={PANEL} className="text-soft hover:text-ink">
        <bdi className="max-w-36 truncate">{user.name}</bdi>
        <ChevronIcon />
      </PopOverButton>
      <PopOverPanel id={PANEL} label={user.name} className="pop-below min-w-52 rounded-card p-2">
        <UserLinks user={user} />
      </PopOverPanel>
    </>
  );
}
