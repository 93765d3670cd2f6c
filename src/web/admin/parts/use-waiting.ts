/**
 * How many orders are waiting for somebody, and what the user has to do: loaded again every half minute, and when the window gets the
 * focus.
 */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readWaiting } from '../../../contract/notifications.ts';
import { SECOND } from '../../../contract/values.ts';
import { api, isApiError } from '../../api.ts';
import { saveTeamRole } from '../../state/admin-area.ts';
import { useSession } from '../../state/session.ts';

const INTERVAL = 30 * SECOND;

type WaitingReply = ReplyOf<typeof readWaiting>;

/** Null until it is known; `locked` until a second factor is set up. Where a request fails otherwise, the last numbers stay. */
export function useWaiting(): WaitingReply | 'locked' | null {
  const [reply, setReply] = useState<WaitingReply | 'locked' | null>(null);
  const { key } = useLocation();
  const userId = useSession()?.user._id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page was left, where an order may have been shipped
  useEffect(() => {
    const controller = new AbortController();
    const load = () => {
      if (document.visibilityState === 'hidden') return;
      api(readWaiting, { signal: controller.signal })
        .then((loaded) => {
          setReply(loaded);
          // It may have been changed since the last time.
          saveTeamRole(userId, loaded.role);
        })
        .catch((error) => {
          if (isApiError(error) && error.code === 'second_factor_setup_required') setReply('locked');
        });
    };
    load();
    const timer = setInterval(load, INTERVAL);
    document.addEventListener('visibilitychange', load);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [key, userId]);
  return reply;
}
