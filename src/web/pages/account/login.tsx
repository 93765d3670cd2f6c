import toast from 'react-hot-toast';
import { Link, useLocation } from 'react-router';
import { login } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { Entrance, wordLink } from '../../components/entrance.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { account, form as formWords } from '../../messages.account.ts';
import { nav, spec } from '../../messages.ts';
import { keepSession, useSession } from '../../state/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { textOf, useForm } from '../../use-form.ts';
import { useRedirect } from '../../use-redirect.ts';
import { wayBack } from '../../way-back.ts';

export const meta = () => [{ title: `${account.login} – ${spec.title}` }];

export default function LoginPage() {
  const session = useSession();
  const redirect = useRedirect();
  const from = wayBack(useLocation().state);

  const form = useForm({
    send: async (values) => {
      const { user, token } = await api(login, { body: { email: textOf(values, 'email'), password: textOf(values, 'password') } });
      toast.success(spec.loggedIn);
      keepSession({ user, token });
      redirect(from ?? '/', { replace: true });
      return 'leave';
    },
    onFailure: ({ status }) => {
      toast.error(spec.loginFailed);
      // Too many tries and a line that is down have words of their own.
      return status === 400 || status === 401 ? account.loginWrong : undefined;
    },
  });

  return (
    <Entrance
      title={account.login}
      lead={account.loginLead}
      footer={
        <p>
          {account.noAccount}{' '}
          <Link to="/register" state={from ? { from } : null} className={wordLink}>
            {account.register}
          </Link>
        </p>
      }
    >
      <Form state={form}>
        <TextField
          label={account.email}
          name="email"
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          label={account.password}
          name="password"
          required
          autoComplete="current-password"
          showLabel={formWords.show}
          hideLabel={formWords.hide}
        />
        <div className="flex flex-col gap-2">
          <SubmitButton state={form}>{account.login}</SubmitButton>
          <LinkButton to="/forget-password" variant="secondary" className="min-h-11">
            {spec.forgetPassword}
          </LinkButton>
        </div>
      </Form>
      {/* Below the form: it comes once this browser has said who is here, and must not move what is above. */}
      {session && !form.isBusy && (
        <div className="flex flex-col gap-3 rounded-card bg-accent-ground p-4">
          <p className="line-clamp-2 font-[560]">{account.loggedInAs(session.user.name)}</p>
          <div className="flex flex-wrap gap-2">
            <LinkButton to={from ?? '/'} size="small">
              {account.goOn}
            </LinkButton>
            <LinkButton to={session.user.role === 1 ? '/dashboard/admin' : '/dashboard/user'} size="small" variant="secondary">
              {nav.dashboard}
            </LinkButton>
          </div>
          <p className="text-small text-soft">{account.otherAccount}</p>
        </div>
      )}
    </Entrance>
  );
}
