import { useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { REDIRECT_DELAY_MS } from '../../constants.ts';

/** Redirects two seconds after a success, unless the page was left in the meantime. */
export function useRedirect(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to, options) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void navigate(to, options), REDIRECT_DELAY_MS);
  };
}
