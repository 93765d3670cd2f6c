/** Resets the password by the answer to the security question. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { resetPassword } from '../../../contract/account-security.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { account } from '../../shared/messages/account.ts';
import { accountSpec } from '../../shared/messages/specified-account-labels.ts';
import { readDevice } from '../../state/device.ts';
import { NewPasswordField } from '../new-password-field.tsx';

export function AnswerForm() {
  const navigate = useNavigate();
  const form = useForm({
    onSubmit: async (values) => {
      const answers = { email: readField(values, 'email'), answer: readField(values, 'answer') };
      const { message } = await api(resetPassword, {
        body: { ...answers, newPassword: readField(values, 'newPassword'), ...readDevice() },
      });
      toast.success(message);
      await navigate('/login');
      return 'leave';
    },
    onFailure: ({ code }) => {
      toast.error(accountSpec.resetFailed);
      return code === 'wrong_answer' ? account.resetFailed : undefined;
    },
  });
  const { errors } = form;

  return (
    <Form state={form}>
      <TextField
        label={account.email}
        name="email"
        error={errors.email}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label={accountSpec.favoriteSport} name="answer" error={errors.answer} required autoComplete="off" autoCapitalize="none" />
      <NewPasswordField label={account.newPassword} name="newPassword" error={errors.newPassword} />
      <SubmitButton state={form}>{account.reset}</SubmitButton>
    </Form>
  );
}
