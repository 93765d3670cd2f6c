import toast from 'react-hot-toast/headless';
import { TEAM_ROLES } from '../../../contract/access.ts';
import { inviteToTeam } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { team as words } from '../../shared/messages/team.ts';

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
