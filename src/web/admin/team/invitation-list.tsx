import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { TEAM_ROLES } from '../../../contract/endpoint.ts';
import { type Invitation, inviteToTeam, resendInvitation, revokeInvitation } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { formatDate } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { team as words } from '../../shared/messages/team.ts';
import { ActionButton } from '../parts/action-button.tsx';

/** `onInvited` gets the link, where an owner hands it over. */
export function InviteForm({ onInvited }: { onInvited: (link: string | null) => Promise<void> }) {
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
  /** Gets the new link, where an owner hands it over. */
  onResent: (link: string | null) => Promise<void>;
  reload: () => Promise<void>;
}

const describeExpiry = (expiresAt: string) => (Date.parse(expiresAt) > Date.now() ? words.expires(formatDate(expiresAt)) : words.expired);

export function InvitationList({ invitations, onResent, reload }: InvitationListProps) {
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
