import { useRef } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { logout } from '../../contract/account.ts';
import { api } from '../api.ts';
import { REDIRECT_DELAY } from '../constants.ts';
import { spec } from '../messages.ts';
import { forgetSession, readToken } from '../state/session.ts';

/** Logs out: the server forgets the token at once, this browser two seconds after the toast (ACC-5). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  return () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    const token = readToken();
    // Whatever the server says, the person leaves; a token that couldn't be taken back runs out by itself.
    const told = api(logout).catch((error) => console.error(error));
    toast.success(spec.loggedOut);
    setTimeout(async () => {
      await told;
      isLeaving.current = false;
      forgetSession(readToken() ?? token);
      void navigate('/login');
    }, REDIRECT_DELAY);
  };
}
