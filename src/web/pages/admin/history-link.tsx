/** Leads to what was done to one object; for owners, as the activity log is. */
import { audit as words } from '../../messages/audit.ts';
import { LinkButton } from '../../ui/button.tsx';
import { buildHistoryUrl } from './activity/filter.ts';
import { useTeamRole } from './team-role.tsx';

/** `type` as the log has it. */
export function HistoryLink({ type, id }: { type: 'product' | 'order' | 'account'; id: string }) {
  if (useTeamRole() !== 'owner') return null;
  return (
    <LinkButton to={buildHistoryUrl(type, id)} variant="secondary">
      {words.history}
    </LinkButton>
  );
}
