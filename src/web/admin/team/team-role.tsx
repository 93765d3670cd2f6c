/** The role of the user: pages disable what it doesn't allow, and say why. */

import { createContext, type ReactNode, useContext } from 'react';
import { isAtLeast, type TeamRole } from '../../../contract/endpoint.ts';
import { DAY } from '../../../contract/values.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { EmptyState, PageMessage } from '../../kit/notice.tsx';
import { LockIllustration } from '../../kit/order-illustrations.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { RefusalContext } from '../../shared/hooks/use-form.ts';
import { secondFactorDemand, team } from '../../shared/messages/team.ts';

/** Tells team members that they have to set up a second factor: how much time is left, and what is shown after that. */
const SECURITY_PATH = '/dashboard/user/security';

/** Above each page. */
export function SecondFactorNotice({ dueAt }: { dueAt: string }) {
  // The clock of this computer may be off: the server decides.
  const days = Math.max(1, Math.ceil((Date.parse(dueAt) - Date.now()) / DAY));
  return (
    <p className="mb-4 rounded-control bg-caution/8 px-4 py-3 text-caution print:hidden">
      {secondFactorDemand.notice(days)}{' '}
      <Link to={SECURITY_PATH} className="font-[560] underline underline-offset-2">
        {secondFactorDemand.setUp}
      </Link>
    </p>
  );
}

/** Shown instead of every page. */
export function SecondFactorRequired() {
  return (
    <PageMessage
      title={secondFactorDemand.title}
      illustration={<LockIllustration />}
      actions={
        <>
          <LinkButton to={SECURITY_PATH}>{secondFactorDemand.setUp}</LinkButton>
          <LinkButton to="/" variant="secondary">
            {secondFactorDemand.toShop}
          </LinkButton>
        </>
      }
    >
      {secondFactorDemand.hint}
    </PageMessage>
  );
}

/** Null until it is known: nothing is disabled then, and the server decides. */
const TeamRoleContext = createContext<TeamRole | null>(null);

export function TeamRoleProvider({ role, children }: { role: TeamRole | null; children: ReactNode }) {
  const isReadOnly = role === 'read-only';
  return (
    <TeamRoleContext value={role}>
      <RefusalContext value={isReadOnly ? team.readOnly : null}>
        {isReadOnly && <p className="mb-4 rounded-control bg-caution/8 px-4 py-3 text-caution">{team.readOnlyNotice}</p>}
        {children}
      </RefusalContext>
    </TeamRoleContext>
  );
}

/** Null until it is known. */
export const useTeamRole = () => useContext(TeamRoleContext);

interface OwnerPageProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A page that only owners see. For others it isn't even loaded, since each refused call is a security event in the activity log. */
export function OwnerPage({ title, icon, children }: OwnerPageProps) {
  const role = useTeamRole();
  if (!role || role === 'owner') return children;
  return (
    <>
      <DashboardHeader title={title} />
      <EmptyState icon={icon} title={team.ownersSee}>
        {team.ownersSeeHint}
      </EmptyState>
    </>
  );
}

/** What only owners may change. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const role = useContext(TeamRoleContext);
  return <RefusalContext value={role && !isAtLeast(role, 'owner') ? team.ownerOnly : null}>{children}</RefusalContext>;
}
