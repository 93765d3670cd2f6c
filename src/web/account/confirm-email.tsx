/** The page that a confirmation email links to. It requires a click, because programs that scan emails open links too. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { confirmEmail } from '../../contract/account-security.ts';
import { api } from '../api.ts';
import { Link } from '../kit/link.tsx';
import { Form, SubmitButton } from '../shared/forms/form.tsx';
import { useForm } from '../shared/hooks/use-form.ts';
import { account } from '../shared/messages/account.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { clearSession, useSession } from '../state/session.ts';
import { AuthLayout, inlineLink, type LoginNotice, useLinkToken } from './auth-layout.tsx';

export const meta = createTitleMeta(account.confirmEmail);

export default function ConfirmEmailPage() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const session = useSession();
  const form = useForm({
    onSubmit: async () => {
      await api(confirmEmail, { body: { token: token ?? '' } });
      // Confirming ended all sessions of this account, whose id begins the token. Somebody else may be logged in here.
      if (session?.user._id && token?.startsWith(session.user._id)) clearSession();
      toast.success(account.emailConfirmed);
      await navigate('/login', { replace: true, state: { notice: 'confirmed' satisfies LoginNotice } });
      return 'leave';
    },
  });
  return (
    <AuthLayout
      title={account.confirmEmail}
      lead={token === null ? account.brokenLink : account.confirmEmailLead}
      footer={
        <Link to={session ? '/dashboard/user/security' : '/forget-password'} className={inlineLink}>
          {account.requestLink}
        </Link>
      }
    >
      {token !== null && (
        <Form state={form}>
          <SubmitButton state={form}>{account.confirm}</SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
