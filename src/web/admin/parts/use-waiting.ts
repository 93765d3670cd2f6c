/**
 * How many orders are waiting for somebody, and what the user has to do: loaded with each page, every half minute, and when somebody comes
 * back to the tab.
 */
import { useLocation } from 'react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readWaiting } from '../../../contract/notifications.ts';
import { SECOND } from '../../../contract/values.ts';
import { isApiError } from '../../api.ts';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { saveTeamRole } from '../../state/admin-area.ts';
import { useSession } from '../../state/session.ts';

const INTERVAL = 30 * SECOND;

type Waiting = ReplyOf<typeof readWaiting> | 'locked' | null;

/** Null until it is known; `locked` until a second factor is set up. Where a request fails otherwise, the last numbers stay. */
export function useWaiting(): Waiting {
  // With each page, since an order may have been shipped on the one before.
  const { key } = useLocation();
  const userId = useSession()?.user._id;
  const waiting: LoadState<Waiting> = useLoad<Waiting>(
    `waiting ${userId} ${key}`,
    async (api, signal) => {
      try {
        const reply = await api(readWaiting, { signal });
        // It may have been changed since the last time.
        saveTeamRole(userId, reply.role);
        return reply;
      } catch (error) {
        return isApiError(error) && error.code === 'second_factor_setup_required' ? 'locked' : waiting.data;
      }
    },
    { repeat: () => INTERVAL, isLoadedOnReturn: true },
  );
  return waiting.data;
}
