/** The page that a reset email links to: sets a new password. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { resetByLink } from '../../contract/account-security.ts';
import { api } from '../api.ts';
import { Link } from '../kit/link.tsx';
import { Form, SubmitButton } from '../shared/forms/form.tsx';
import { readField, useForm } from '../shared/hooks/use-form.ts';
import { account } from '../shared/messages/account.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { AuthLayout, inlineLink, NewPasswordField, useLinkToken } from './auth-layout.tsx';

export const meta = createTitleMeta(account.reset);

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const form = useForm({
    onSubmit: async (values) => {
      const { message } = await api(resetByLink, { body: { token: token ?? '', newPassword: readField(values, 'newPassword') } });
      toast.success(message);
      await navigate('/login', { replace: true });
      return 'leave';
    },
  });
  return (
    <AuthLayout
      title={account.reset}
      lead={token === null ? account.brokenLink : account.newPasswordLead}
      footer={
        <Link to="/forget-password" className={inlineLink}>
          {account.requestLink}
        </Link>
      }
    >
      {token !== null && (
        <Form state={form}>
          <NewPasswordField label={account.newPassword} name="newPassword" error={form.errors.newPassword} />
          <SubmitButton state={form}>{account.setPassword}</SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
