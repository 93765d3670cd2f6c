import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { PASSWORD_MIN, updateProfile } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { useSavedForm } from '../../components/area/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { account, area, form as formWords } from '../../messages.account.ts';
import { spec } from '../../messages.ts';
import { markSaved } from '../../saved-forms.ts';
import { replaceUser, useSession } from '../../state/session.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { textOf, useForm } from '../../use-form.ts';

export const meta = () => [{ title: `${spec.myProfile} – ${spec.title}` }];

export default function ProfilePage() {
  const user = useSession()?.user;
  const navigate = useNavigate();
  const form = useForm({
    send: async (values) => {
      const { updateUser } = await api(updateProfile, {
        body: {
          name: textOf(values, 'name'),
          // A disabled field isn't sent by a form.
          ...(user && { email: user.email }),
          password: textOf(values, 'password'),
          address: textOf(values, 'address'),
        },
      });
      replaceUser(updateUser);
      const password = form.ref.current?.elements.namedItem('password');
      if (password instanceof HTMLInputElement) password.value = '';
      // It doesn't stand there any more.
      values.set('password', '');
      markSaved(form.ref.current, values);
      toast.success(spec.profileUpdated);
      await navigate('/dashboard/user/profile', { replace: true, preventScrollReset: true });
      return 'stay';
    },
    onFailure: () => {
      toast.error(area.profileFailed);
      return undefined;
    },
  });
  const { errors } = form;
  useSavedForm(form.ref);

  return (
    <>
      <AreaHead title={spec.myProfile} />
      <Form state={form} className="max-w-form">
        <TextField label={account.name} name="name" defaultValue={user?.name} error={errors.name} required autoComplete="name" />
        <TextField label={account.email} name="email" type="email" defaultValue={user?.email} hint={area.emailStays} disabled />
        <PasswordField
          label={account.password}
          name="password"
          hint={area.passwordStays(PASSWORD_MIN)}
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
          {area.update}
        </SubmitButton>
      </Form>
    </>
  );
}
