/** Who works here: their roles, and invitations. Everybody here sees it, owners change it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { TEAM_ROLES } from '../../../contract/endpoint.ts';
import { type Invitation, inviteToTeam, listTeam, resendInvitation, revokeInvitation, type TeamMember } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { team as words } from '../../shared/messages/team.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { ActionButton } from '../parts/controls.tsx';
import { MemberTable } from './member-table.tsx';
import { OwnerOnly } from './team-role.tsx';

/** `onInvited` gets the link if the owner has to pass it on. */
function InviteForm({ onInvited }: { onInvited: (link: string | null) => Promise<void> }) {
  const form = useForm({
    onSubmit: async (values) => {
      const role = TEAM_ROLES.find((it) => it === readField(values, 'role')) ?? 'read-only';
      const email = readField(values, 'email').trim();
      const { link } = await api(inviteToTeam, { body: { email, role } });
      form.ref.current?.reset();
      toast.success(words.invited(email));
      await onInvited(link);
      return 'stay';
    },
  });
  return (
    <Form state={form} className="gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.email} name="email" type="email" error={form.errors.email} required maxLength={254} autoComplete="off" />
        <SelectField label={words.role} name="role" hint={words.roleHint} defaultValue="staff" error={form.errors.role}>
          {TEAM_ROLES.map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <SubmitButton state={form}>{words.sendInvitation}</SubmitButton>
      </div>
    </Form>
  );
}

interface InvitationListProps {
  invitations: Invitation[];
  /** Gets the new link if the owner has to pass it on. */
  onResent: (link: string | null) => Promise<void>;
  reload: () => Promise<void>;
}

const describeExpiry = (expiresAt: string) => (Date.parse(expiresAt) > Date.now() ? words.expires(formatDate(expiresAt)) : words.expired);

function InvitationList({ invitations, onResent, reload }: InvitationListProps) {
  const [revoked, setRevoked] = useState<Invitation | null>(null);

  const handleResend = async ({ _id }: Invitation) => {
    try {
      const { link } = await api(resendInvitation, { params: { id: _id } });
      toast.success(link ? words.renewed : words.resent);
      await onResent(link);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
      await reload();
    }
  };
  const handleRevoke = async () => {
    if (revoked) await api(revokeInvitation, { params: { id: revoked._id } });
    setRevoked(null);
    toast.success(words.revoked);
    await reload();
  };

  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {invitations.map((it) => (
          <li key={it._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{it.email}</p>
              <p className="text-small text-soft">
                {[words.roles[it.role], words.invitedBy(it.by), describeExpiry(it.expiresAt)].join(' · ')}
              </p>
            </div>
            <div className="flex gap-2">
              <ActionButton variant="secondary" size="small" aria-label={words.resendLabel(it.email)} onClick={() => void handleResend(it)}>
                {words.resend}
              </ActionButton>
              <ActionButton variant="danger-quiet" size="small" aria-label={words.revokeLabel(it.email)} onClick={() => setRevoked(it)}>
                {words.revoke}
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
      {revoked && (
        <ConfirmActionDialog
          title={words.confirmRevoke(revoked.email)}
          hint={words.confirmRevokeHint}
          confirmLabel={words.revoke}
          onConfirm={handleRevoke}
          close={() => setRevoked(null)}
        />
      )}
    </>
  );
}

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
