/** Who works here: their roles, and invitations. Everybody here sees it, owners change it. */
import { useState } from 'react';
import { type Invitation, listTeam, type TeamMember } from '../../../contract/team.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { team as words } from '../../shared/messages/team.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { InvitationList, InviteForm } from './invitation-list.tsx';
import { MemberTable } from './member-table.tsx';
import { OwnerOnly } from './team-role.tsx';

export const meta = createTitleMeta(words.title);

export default function TeamPage() {
  const loaded = useLoad('team', (it, signal) => it(listTeam, { signal }));
  return (
    <div className="max-w-[56rem]">
      <DashboardHeader title={words.title} lead={words.lead} />
      <OwnerOnly>
        <AsyncContent state={loaded} skeleton={<TableSkeleton rows={3} />}>
          {({ members, invitations }) => <Team members={members} invitations={invitations} reload={loaded.reload} />}
        </AsyncContent>
      </OwnerOnly>
    </div>
  );
}

interface TeamProps {
  members: TeamMember[];
  invitations: Invitation[];
  reload: () => Promise<void>;
}

function Team({ members, invitations, reload }: TeamProps) {
  const { emailsLinks } = useShop().settings;
  /** The link of the last invitation, if the owner has to pass it on. */
  const [link, setLink] = useState<string | null>(null);
  const showLink = async (shown: string | null) => {
    setLink(shown);
    await reload();
  };
  return (
    <div className="flex flex-col gap-4">
      <MemberTable members={members} reload={reload} />
      <Panel title={words.invite} hint={emailsLinks ? words.inviteHint : words.inviteHintUnsent}>
        <InviteForm onInvited={showLink} />
        {link && <HandedOverLink link={link} />}
      </Panel>
      {invitations.length > 0 && (
        <Panel title={words.invitations}>
          <InvitationList invitations={invitations} onResent={showLink} reload={reload} />
        </Panel>
      )}
    </div>
  );
}

function HandedOverLink({ link }: { link: string }) {
  return (
    <div role="status" className="mt-4 rounded-control bg-accent-ground p-4">
      <p className="font-[560]">{words.link}</p>
      <p className="mt-1 text-small">{words.linkHint}</p>
      <p className="mt-2 select-all wrap-anywhere tabular-nums">{link}</p>
    </div>
  );
}
