/** How many orders wait for a person: asked again each half minute, and when the window is looked at again. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readWaiting, type Waiting } from '../../../contract/notifications.ts';
import type { TeamRole } from '../../../contract/team-roles.ts';
import { SECOND } from '../../../contract/time.ts';
import { api } from '../../api.ts';

const INTERVAL = 30 * SECOND;

interface WaitingReply {
  waiting: Waiting;
  /** Of whoever is looking: it may be changed meanwhile. */
  role: TeamRole;
}

/** Null until it is known. Where a request fails, the last numbers stay. */
export function useWaiting(): WaitingReply | null {
  const [reply, setReply] = useState<WaitingReply | null>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page was left, where an order may have been shipped
  useEffect(() => {
    const controller = new AbortController();
    const load = () => {
      if (document.visibilityState === 'hidden') return;
      api(readWaiting, { signal: controller.signal })
        .then(setReply)
        .catch(() => {});
    };
    load();
    const timer = setInterval(load, INTERVAL);
    document.addEventListener('visibilitychange', load);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [key]);
  return reply;
}
