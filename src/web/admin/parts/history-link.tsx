/** A link to the activity log of one object; only for owners, who alone see the log. */

import { LinkButton } from '../../kit/button.tsx';
import { buildHistoryUrl } from '../activity/activity-filter.tsx';
import { audit as words } from '../activity/messages.ts';
import { useTeamRole } from '../team/team-role.tsx';

/** `type` as the log has it. */
export function HistoryLink({ type, id }: { type: 'product' | 'order' | 'account'; id: string }) {
  if (useTeamRole() !== 'owner') return null;
  return (
    <LinkButton to={buildHistoryUrl(type, id)} variant="secondary">
      {words.history}
    </LinkButton>
  );
}
