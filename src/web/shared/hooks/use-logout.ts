import { useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { logout } from '../../../contract/auth.ts';
import { api } from '../../api.ts';
import { REDIRECT_DELAY_MS } from '../../constants.ts';
import { clearSession, readToken } from '../../state/session.ts';
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
