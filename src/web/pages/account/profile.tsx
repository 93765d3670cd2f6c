import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { updateProfile } from '../../../contract/account.ts';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { useTrackUnsavedChanges } from '../../components/dashboard-layout/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { readField, useForm } from '../../hooks/use-form.ts';
import { account, userDashboard } from '../../messages/account.ts';
import { form as formWords } from '../../messages/form.ts';
import { spec } from '../../messages/specification.ts';
import { formatPageTitle } from '../../meta.ts';
import { replaceUser, useSession } from '../../state/session.ts';
import { markSaved } from '../../state/unsaved-changes.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export const meta = () => [{ title: formatPageTitle(spec.myProfile) }];

export default function ProfilePage() {
  const user = useSession()?.user;
  const navigate = useNavigate();
  const form = useForm({
    onSubmit: async (values) => {
      const { updateUser } = await api(updateProfile, {
        body: {
          name: readField(values, 'name'),
          // A disabled field isn't part of the form data.
          ...(user && { email: user.email }),
          password: readField(values, 'password'),
          address: readField(values, 'address'),
        },
      });
      replaceUser(updateUser);
      const password = form.ref.current?.elements.namedItem('password');
      if (password instanceof HTMLInputElement) password.value = '';
      // The field was emptied, so the saved content has no password either.
      values.set('password', '');
      markSaved(form.ref.current, values);
      toast.success(spec.profileUpdated);
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
    <>
      <DashboardHeader title={spec.myProfile} />
      <Form state={form} className="max-w-form">
        <TextField label={account.name} name="name" defaultValue={user?.name} error={errors.name} required autoComplete="name" />
        <TextField label={account.email} name="email" type="email" defaultValue={user?.email} hint={userDashboard.emailReadOnly} disabled />
        <PasswordField
          label={account.password}
          name="password"
          hint={userDashboard.keepPasswordHint(PASSWORD_MIN)}
          error={errors.password}
          autoComplete="new-password"
          showLabel={formWords.show}
          hideLabel={formWords.hide}
        />
        <TextArea
          label={account.address}
          name="address"
          rows={3}
          defaultValue={user?.address}
          error={errors.address}
          required
          autoComplete="street-address"
        />
        <SubmitButton state={form} className="self-start px-6">
          {userDashboard.update}
        </SubmitButton>
      </Form>
    </>
  );
}
