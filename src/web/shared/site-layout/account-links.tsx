/** Register and Login, or Dashboard and Logout. Shown in the header, on narrow screens in the menu. */
import { useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { logout } from '../../../contract/auth.ts';
import { api } from '../../api.ts';
import { REDIRECT_DELAY_MS } from '../../constants.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { NavLink } from '../../kit/link.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { clearSession, readReturnTo, readToken, type SessionUser } from '../../state/session.ts';
import { nav } from '../messages/common.ts';
import { spec } from '../messages/specified-labels.ts';

/** Logs out: the server ends the session at once, the browser two seconds after the toast (ACC-5). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const isLoggingOut = useRef(false);
  return () => {
    if (isLoggingOut.current) return;
    isLoggingOut.current = true;
    const token = readToken();
    // Log out here even if the request fails; the token then expires by itself.
    const logoutRequest = api(logout, { asksForProof: false }).catch((error) => console.error(error));
    toast.success(spec.loggedOut);
    setTimeout(async () => {
      await logoutRequest;
      isLoggingOut.current = false;
      clearSession(readToken() ?? token);
      void navigate('/login');
    }, REDIRECT_DELAY_MS);
  };
}

/** Login returns to the current page, or to the page that required the login. */
function useReturnTo(): { from: string } {
  const location = useLocation();
  const returnTo = readReturnTo(location.state);
  if (returnTo) return { from: returnTo };
  const isAuthPage = ['/login', '/register', '/forget-password'].includes(location.pathname);
  return { from: isAuthPage ? '/' : location.pathname + location.search };
}

export function GuestLinks({ className }: { className?: string }) {
  const state = useReturnTo();
  return (
    <>
      <NavLink to="/register" state={state} {...(className && { className })}>
        {nav.register}
      </NavLink>
      <NavLink to="/login" state={state} {...(className && { className })}>
        {nav.login}
      </NavLink>
    </>
  );
}

export function UserLinks({ user }: { user: SessionUser }) {
  const logOut = useLogout();
  return (
    <>
      <NavLink to={user.role === 1 ? '/dashboard/admin' : '/dashboard/user'} className="menu-item">
        {nav.dashboard}
      </NavLink>
      <button type="button" className="menu-item" onClick={logOut}>
        {nav.logout}
      </button>
    </>
  );
}

const USER_MENU_ID = 'user-menu';

export function UserMenu({ user }: { user: SessionUser }) {
  return (
    <>
      <PopoverButton panel={USER_MENU_ID} className="text-soft hover:text-ink">
        <bdi className="max-w-36 truncate">{user.name}</bdi>
        <ChevronIcon />
      </PopoverButton>
      <PopoverPanel id={USER_MENU_ID} label={user.name} className="popover-below min-w-52 rounded-card p-2">
        <UserLinks user={user} />
      </PopoverPanel>
    </>
  );
}
