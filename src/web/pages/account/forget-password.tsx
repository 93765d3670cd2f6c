import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { resetPassword } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { Entrance, wordLink } from '../../components/entrance.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { NewPassword } from '../../components/new-password.tsx';
import { account } from '../../messages.account.ts';
import { spec } from '../../messages.ts';
import { TextField } from '../../ui/field.tsx';
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
        <NewPassword label={account.newPassword} name="newPassword" error={errors.newPassword} />
        <SubmitButton state={form}>{account.reset}</SubmitButton>
      </Form>
    </Entrance>
  );
}
