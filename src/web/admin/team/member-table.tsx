import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { TEAM_ROLES } from '../../../contract/endpoint.ts';
import { changeTeamRole, removeTeamMember, type TeamMember } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Badge } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { secondFactorRemoval as factorWords, team as words } from '../../shared/messages/team.ts';
import { useSession } from '../../state/session.ts';
import { ActionButton } from '../parts/controls.tsx';
import { RemoveSecondFactorDialog } from '../users/customer/customer-access.tsx';

interface MemberTableProps {
  members: TeamMember[];
  reload: () => Promise<void>;
}

export function MemberTable({ members, reload }: MemberTableProps) {
  const [removed, setRemoved] = useState<TeamMember | null>(null);
  const [withoutFactor, setWithoutFactor] = useState<TeamMember | null>(null);
  const refusal = useRefusal();
  const email = useSession()?.user.email;

  const handleRole = async (member: TeamMember, value: string) => {
    const role = TEAM_ROLES.find((it) => it === value);
    if (!role) return;
    try {
      await api(changeTeamRole, { params: { id: member._id }, body: { role } });
      toast.success(words.roleChanged(member.name, role));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await reload();
  };
  const handleRemove = async () => {
    if (!removed) return;
    await api(removeTeamMember, { params: { id: removed._id } });
    setRemoved(null);
    toast.success(words.removed(removed.name));
    await reload();
  };

  const factorColumn: Column<TeamMember> = {
    header: factorWords.title,
    cell: (member) => (
      <span className="flex items-center gap-2">
        <Badge tone={member.hasSecondFactor ? 'accent' : 'quiet'}>{member.hasSecondFactor ? factorWords.on : factorWords.off}</Badge>
        {member.hasSecondFactor && member.email !== email && (
          <ActionButton
            variant="danger-quiet"
            size="small"
            aria-label={factorWords.removeLabel(member.name)}
            onClick={() => setWithoutFactor(member)}
          >
            {factorWords.removeShort}
          </ActionButton>
        )}
      </span>
    ),
  };
  // Only owners are told.
  const isFactorKnown = members.some(({ hasSecondFactor }) => hasSecondFactor !== undefined);
  const columns: Column<TeamMember>[] = [
    {
      header: words.name,
      cell: (member) => (
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="line-clamp-3">{member.name}</bdi>
          {member.email === email && <Badge>{words.you}</Badge>}
        </span>
      ),
    },
    { header: words.email, cell: (member) => <span className="line-clamp-3 wrap-anywhere">{member.email}</span> },
    {
      header: words.role,
      cell: (member) => (
        <span className="relative block">
          <select
            className="input min-w-32 appearance-none py-1.5 pr-10"
            aria-label={words.roleOf(member.name)}
            value={member.role}
            disabled={refusal !== null}
            onChange={(event) => void handleRole(member, event.target.value)}
          >
            {TEAM_ROLES.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
          <ChevronIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-soft" />
        </span>
      ),
    },
    ...(isFactorKnown ? [factorColumn] : []),
    {
      header: words.action,
      isEndAligned: true,
      cell: (member) => (
        <ActionButton variant="danger-quiet" size="small" aria-label={words.removeLabel(member.name)} onClick={() => setRemoved(member)}>
          {words.remove}
        </ActionButton>
      ),
    },
  ];
  return (
    <div>
      {refusal && <p className="mb-2 text-small text-soft">{refusal}</p>}
      <DataTable caption={words.members} columns={columns} rows={members} getRowKey={(member) => member._id} />
      {withoutFactor && <RemoveSecondFactorDialog person={withoutFactor} onRemoved={reload} close={() => setWithoutFactor(null)} />}
      {removed && (
        <ConfirmActionDialog
          title={words.confirmRemove(removed.name)}
          hint={words.confirmRemoveHint}
          confirmLabel={words.remove}
          onConfirm={handleRemove}
          close={() => setRemoved(null)}
        />
      )}
    </div>
  );
}
