import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { PASSWORD_MIN, resetPassword } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { Entrance, wordLink } from '../../components/entrance.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { account, form as formWords, spec } from '../../messages.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { textOf, useForm } from '../../use-form.ts';

export const meta = () => [{ title: `${account.reset} – ${spec.title}` }];

export default function ForgetPasswordPage() {
  const navigate = useNavigate();
  const form = useForm({
    send: async (values) => {
      const { message } = await api(resetPassword, {
        body: { email: textOf(values, 'email'), answer: textOf(values, 'answer'), newPassword: textOf(values, 'newPassword') },
      });
      toast.success(message);
      await navigate('/login');
      return 'leave';
    },
    onFailure: ({ status }) => {
      toast.error(spec.resetFailed);
      return status === 401 ? account.resetWrong : undefined;
    },
  });
  const { errors } = form;

  return (
    <Entrance
      title={account.reset}
      lead={account.resetLead}
      footer={
        <Link to="/login" className={wordLink}>
          {account.backToLogin}
        </Link>
      }
    >
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
        <TextField label={spec.favoriteSport} name="answer" error={errors.answer} required autoComplete="off" autoCapitalize="none" />
        <PasswordField
          label={account.newPassword}
          name="newPassword"
          hint={account.passwordHint(PASSWORD_MIN)}
          error={errors.newPassword}
          required
          autoComplete="new-password"
          showLabel={formWords.show}
          hideLabel={formWords.hide}
        />
        <SubmitButton state={form}>{account.reset}</SubmitButton>
      </Form>
    </Entrance>
  );
}
