/** The role of the user: pages disable what it doesn't allow, and say why. */
import { createContext, type ReactNode, useContext } from 'react';
import { isAtLeast, type TeamRole } from '../../../contract/access.ts';
import { EmptyState } from '../../kit/notice.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { RefusalContext } from '../../shared/hooks/use-form.ts';
import { team as words } from '../../shared/messages/team.ts';

/** Null until it is known: nothing is disabled then, and the server decides. */
const TeamRoleContext = createContext<TeamRole | null>(null);

export function TeamRoleProvider({ role, children }: { role: TeamRole | null; children: ReactNode }) {
  const isReadOnly = role === 'read-only';
  return (
    <TeamRoleContext value={role}>
      <RefusalContext value={isReadOnly ? words.readOnly : null}>
        {isReadOnly && <p className="mb-4 rounded-control bg-caution/8 px-4 py-3 text-caution">{words.readOnlyNotice}</p>}
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
      <EmptyState icon={icon} title={words.ownersSee}>
        {words.ownersSeeHint}
      </EmptyState>
    </>
  );
}

/** What only owners may change. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const role = useContext(TeamRoleContext);
  return <RefusalContext value={role && !isAtLeast(role, 'owner') ? words.ownerOnly : null}>{children}</RefusalContext>;
}
