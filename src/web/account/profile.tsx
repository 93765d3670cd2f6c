import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { readProfile, updateProfile } from '../../contract/account.ts';
import type { User } from '../../contract/auth.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { PASSWORD_MIN } from '../../contract/limits.ts';
import { api } from '../api.ts';
import { PasswordField, TextArea, TextField } from '../kit/field.tsx';
import { AsyncContent, FieldsSkeleton } from '../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../shared/dashboard-layout/dashboard-layout.tsx';
import { markSaved, useTrackUnsavedChanges } from '../shared/dashboard-layout/unsaved-changes.tsx';
import { ConsentField } from '../shared/forms/consent-field.tsx';
import { type ConflictFields, EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../shared/forms/form.tsx';
import { readField, useForm } from '../shared/hooks/use-form.ts';
import { useLoad } from '../shared/hooks/use-load.ts';
import { account, accountSpec, addresses, userDashboard } from '../shared/messages/account.ts';
import { form as formWords } from '../shared/messages/form.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { replaceUser } from '../state/session.ts';

export const meta = createTitleMeta(accountSpec.myProfile);

const FIELDS: ConflictFields = {
  name: { label: account.name },
  phone: { label: account.phone },
  address: { label: account.address },
};

const toSnapshot = ({ name, phone, address }: User, version: number): Snapshot => ({ version, values: { name, phone, address } });

export default function ProfilePage() {
  const loaded = useLoad('profile', (it, signal) => it(readProfile, { signal }));
  return (
    <>
      <DashboardHeader title={accountSpec.myProfile} />
      <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={5} />}>
        {({ user, version, acceptsOffers }) => <ProfileForm user={user} version={version} acceptsOffers={acceptsOffers} />}
      </AsyncContent>
    </>
  );
}

interface ProfileFormProps {
  user: User;
  version: number;
  /** Undefined: the shop doesn't ask. */
  acceptsOffers: boolean | undefined;
}

function ProfileForm({ user, version, acceptsOffers }: ProfileFormProps) {
  const navigate = useNavigate();
  const edit = useEditConflict(toSnapshot(user, version), FIELDS);
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const typed = {
        name: readField(values, 'name').trim(),
        phone: readField(values, 'phone').trim(),
        // A form sends line breaks as CR LF.
        address: readField(values, 'address').trim(),
      };
      const { phone, ...rest } = typed;
      const body = {
        ...rest,
        email: user.email,
        password: readField(values, 'password'),
        // An older number that would be refused today doesn't keep people from changing other fields.
        ...(phone !== edit.base.values.phone && { phone }),
        ...(acceptsOffers !== undefined && { acceptsOffers: values.has('acceptsOffers') }),
        version: edit.base.version,
      };
      const saved = await api(updateProfile, { body }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readProfile>>(error);
        if (current) edit.rebase(typed, toSnapshot(current.user, current.version));
        throw error;
      });
      edit.reset(typed, toSnapshot(saved.updateUser, saved.version));
      replaceUser(saved.updateUser);
      const password = form.ref.current?.elements.namedItem('password');
      if (password instanceof HTMLInputElement) password.value = '';
      // The field was emptied, so the saved content has no password either.
      values.set('password', '');
      markSaved(form.ref.current, values);
      toast.success(accountSpec.profileUpdated);
      await navigate('/dashboard/user/profile', { replace: true, preventScrollReset: true });
      return 'stay';
    },
    onFailure: () => {
      toast.error(userDashboard.updateFailed);
      return undefined;
    },
  });
  const { errors } = form;
  useTrackUnsavedChanges(form.ref);

  return (
    <Form state={form} className="max-w-form">
      <EditConflictPanel conflict={edit} />
      <TextField
        key={edit.field('name').key}
        label={account.name}
        name="name"
        defaultValue={edit.field('name').value}
        error={errors.name}
        required
        autoComplete="name"
      />
      <TextField label={account.email} name="email" type="email" defaultValue={user.email} hint={userDashboard.emailReadOnly} disabled />
      <PasswordField
        label={account.password}
        name="password"
        hint={userDashboard.keepPasswordHint(PASSWORD_MIN)}
        error={errors.password}
        autoComplete="new-password"
        showLabel={formWords.show}
        hideLabel={formWords.hide}
      />
      <TextField
        key={edit.field('phone').key}
        label={account.phone}
        name="phone"
        type="tel"
        inputMode="tel"
        defaultValue={edit.field('phone').value}
        error={errors.phone}
        autoComplete="tel"
      />
      <TextArea
        key={edit.field('address').key}
        label={account.address}
        hint={addresses.profileHint}
        name="address"
        rows={3}
        defaultValue={edit.field('address').value}
        error={errors.address}
        required
        autoComplete="street-address"
      />
      {acceptsOffers !== undefined && <ConsentField isChecked={acceptsOffers} />}
      <SubmitButton state={form} className="self-start px-6">
        {userDashboard.update}
      </SubmitButton>
    </Form>
  );
}
