/** Lists where the account is logged in; every session but this one can be ended. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { endOtherSessions, endSession, type ListedSession, listSessions } from '../../../contract/account-security.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { formatDate } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { security as words } from '../../shared/messages/security.ts';

const skeleton = (
  <Repeat times={2}>
    <Skeleton className="mt-4 h-12 rounded-control" />
  </Repeat>
);

export function SessionsPanel() {
  const loaded = useLoad('sessions', (it, signal) => it(listSessions, { signal }));
  const [isAsking, setIsAsking] = useState(false);

  const end = async (id: string) => {
    try {
      await api(endSession, { params: { id } });
      toast.success(words.loggedOut);
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : words.failed);
    }
    await loaded.reload();
  };

  const endOthers = async () => {
    const { ended } = await api(endOtherSessions);
    toast.success(words.loggedOutOthers(ended));
    setIsAsking(false);
    await loaded.reload();
  };

  return (
    <Panel title={words.sessions}>
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ sessions }) => (
          <>
            <p className="text-soft">{words.sessionsHint}</p>
            <ul aria-label={words.sessions} className="mt-2 divide-y divide-line">
              {sessions.map((session) => (
                <SessionRow key={session._id} session={session} onEnd={() => void end(session._id)} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)}>
                {words.logOutOthers}
              </Button>
            )}
          </>
        )}
      </AsyncContent>
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmOthers}
          hint={words.confirmOthersHint}
          confirmLabel={words.logOutOthers}
          onConfirm={endOthers}
          close={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const { browser, system, ip, createdAt, usedAt, isCurrent } = session;
  const device = words.device(browser, system);
  const facts = [words.loggedIn(formatDate(createdAt)), !isCurrent && words.lastUse(formatDate(usedAt)), ip && words.network(ip)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          {device}
          {isCurrent && <Badge tone="accent">{words.thisDevice}</Badge>}
        </p>
        <p className="text-small break-words text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!isCurrent && (
        <Button variant="secondary" size="small" aria-label={words.logOutOf(device)} onClick={onEnd}>
          {words.logOut}
        </Button>
      )}
    </li>
  );
}
