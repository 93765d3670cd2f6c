/** How the team's logins are protected. The rule is set where the shop runs, so that nobody who got into the shop can switch it off. */
import { listTeam, type TeamMember } from '../../../contract/team.ts';
import { LinkButton } from '../../kit/button.tsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { teamSecurity as words } from '../../shared/messages/team.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { settingsMenu } from '../settings/menu-messages.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { useTeamRole } from './team-role.tsx';

export const meta = createTitleMeta(settingsMenu.security);

/** Owners see who logs in how, in lines that wrap on narrow screens. */
const createSkeleton = (isOwner: boolean) => (
  <PanelSkeleton className={isOwner ? 'h-72 sm:h-61.5' : 'h-36'}>
    <FieldsSkeleton fields={2} />
  </PanelSkeleton>
);

export default function TeamSecurityPage() {
  const loaded = useLoad('team security', (it, signal) => it(listTeam, { signal }));
  const isOwner = useTeamRole() === 'owner';
  return (
    <SettingsPage title={settingsMenu.security}>
      <div className="flex flex-col gap-4">
        <AsyncContent state={loaded} skeleton={createSkeleton(isOwner)}>
          {({ members, demandsSecondFactor = false }) => <TwoStepLogin members={members} isDemanded={demandsSecondFactor} />}
        </AsyncContent>
        <Panel title={words.own} hint={words.ownHint}>
          <LinkButton to="/dashboard/user/security" variant="secondary" size="small">
            {words.toOwn}
          </LinkButton>
        </Panel>
        {isOwner && (
          <Panel title={words.activity} hint={words.activityHint}>
            <LinkButton to="/dashboard/admin/activity" variant="secondary" size="small">
              {words.toActivity}
            </LinkButton>
          </Panel>
        )}
      </div>
    </SettingsPage>
  );
}

function TwoStepLogin({ members, isDemanded }: { members: TeamMember[]; isDemanded: boolean }) {
  // Only owners are told who logs in how.
  const known = members.filter(({ hasSecondFactor }) => hasSecondFactor !== undefined);
  const without = known.filter(({ hasSecondFactor }) => !hasSecondFactor);
  return (
    <Panel title={words.title}>
      <p>{isDemanded ? words.demanded : words.optional}</p>
      <p className="mt-1 text-small text-soft">{words.byServer}</p>
      {known.length > 0 && (
        <div className="mt-4">
          <p className="flex gap-2">
            {without.length === 0 && <CheckIcon size={18} className="mt-0.5 shrink-0 text-good" />}
            {words.with(known.length - without.length, known.length)}
          </p>
          {without.length > 0 && (
            <p className="mt-1 wrap-anywhere">
              {words.without} <bdi>{without.map(({ name }) => name).join(', ')}</bdi>
            </p>
          )}
          <LinkButton to="/dashboard/admin/team" variant="secondary" size="small" className="mt-4">
            {words.toTeam}
          </LinkButton>
        </div>
      )}
    </Panel>
  );
}
