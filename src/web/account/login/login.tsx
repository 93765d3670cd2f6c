import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router';
import { Button, LinkButton } from '../../kit/button.tsx';
import { PasswordField, TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { CodeField, Form, SubmitButton } from '../../shared/forms/form.tsx';
import { type FormState, useRedirect } from '../../shared/hooks/use-form.ts';
import { useLogin } from '../../shared/hooks/use-login.ts';
import { account, accountSpec } from '../../shared/messages/account.ts';
import { nav } from '../../shared/messages/common.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { secondFactor as words } from '../../shared/messages/security.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { readReturnTo, useSession } from '../../state/session.ts';
import { AuthLayout, inlineLink, readLoginNotice, readRegisteredEmail } from '../auth-layout.tsx';

/** The second step of a login. */
function CodeForm({ form, startOver }: { form: FormState; startOver: () => void }) {
  return (
    <AuthLayout
      title={words.loginTitle}
      lead={words.loginLead}
      footer={
        <Button variant="secondary" onClick={startOver}>
          {words.startOver}
        </Button>
      }
    >
      <Form state={form}>
        <CodeField autoFocus />
        <SubmitButton state={form}>{words.logIn}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}

export const meta = createTitleMeta(account.login);

export default function LoginPage() {
  const session = useSession();
  const redirect = useRedirect();
  const { state } = useLocation();
  const returnTo = readReturnTo(state);
  const notice = readLoginNotice(state);

  const {
    passwordForm: form,
    codeForm,
    isCodeNeeded,
    startOver,
  } = useLogin({
    onLoggedIn: ({ user }) => {
      toast.success(accountSpec.loggedIn);
      redirect(returnTo ?? (user.role === 1 ? '/dashboard/admin' : '/'), { replace: true });
    },
    onFailure: ({ code }) => {
      toast.error(accountSpec.loginFailed);
      // Other failures, such as too many attempts, keep their own message.
      return code === 'invalid_credentials' || code === 'invalid_request' ? account.loginFailed : undefined;
    },
  });

  if (isCodeNeeded) return <CodeForm form={codeForm} startOver={startOver} />;

  return (
    <AuthLayout
      title={account.login}
      lead={notice ? account.loginNotice[notice] : account.loginLead}
      footer={
        <p>
          {account.noAccount}{' '}
          <Link to="/register" state={returnTo ? { from: returnTo } : null} className={inlineLink}>
            {account.register}
          </Link>
        </p>
      }
    >
      <Form state={form}>
        <TextField
          label={account.email}
          name="email"
          defaultValue={readRegisteredEmail(state)}
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
            {accountSpec.forgetPassword}
          </LinkButton>
        </div>
      </Form>
      {/* Below the form: it appears after hydration and must not move the fields. */}
      {session && !form.isBusy && (
        <div className="flex flex-col gap-3 rounded-card bg-accent-ground p-4">
          <p className="line-clamp-2 font-[560]">{account.loggedInAs(session.user.name)}</p>
          <div className="flex flex-wrap gap-2">
            <LinkButton to={returnTo ?? '/'} size="small">
              {account.continue}
            </LinkButton>
            <LinkButton to={session.user.role === 1 ? '/dashboard/admin' : '/dashboard/user'} size="small" variant="secondary">
              {nav.dashboard}
            </LinkButton>
          </div>
          <p className="text-small text-soft">{account.otherAccount}</p>
        </div>
      )}
    </AuthLayout>
  );
}
