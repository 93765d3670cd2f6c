import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router';
import { login } from '../../../contract/auth.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Challenge } from '../../../contract/schemas/common.ts';
import { api, isApiError } from '../../api.ts';
import { AuthLayout, inlineLink } from '../../components/auth-layout.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { readField, useForm } from '../../hooks/use-form.ts';
import { useRedirect } from '../../hooks/use-redirect.ts';
import { account } from '../../messages/account.ts';
import { form as formWords } from '../../messages/form.ts';
import { nav } from '../../messages/navigation.ts';
import { accountSpec } from '../../messages/specification-account.ts';
import { createTitleMeta } from '../../meta.ts';
import { readRegisteredEmail, readReturnTo } from '../../return-to.ts';
import { readDevice, saveDevice } from '../../state/device.ts';
import { saveSession, useSession } from '../../state/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeForm } from './login/code-form.tsx';

export const meta = createTitleMeta(account.login);

export default function LoginPage() {
  const session = useSession();
  const redirect = useRedirect();
  const { state } = useLocation();
  const returnTo = readReturnTo(state);

  /** Set once the password was right, if the account has a second factor. */
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const finish = ({ user, token, device }: ReplyOf<typeof login>) => {
    toast.success(accountSpec.loggedIn);
    saveSession({ user, token });
    saveDevice(device);
    redirect(returnTo ?? (user.role === 1 ? '/dashboard/admin' : '/'), { replace: true });
  };

  const form = useForm({
    onSubmit: async (values) => {
      const credentials = { email: readField(values, 'email'), password: readField(values, 'password') };
      try {
        finish(await api(login, { body: { ...credentials, ...readDevice() } }));
        return 'leave';
      } catch (error) {
        if (!isApiError(error) || !error.challenge) throw error;
        setChallenge(error.challenge);
        return 'stay';
      }
    },
    onFailure: ({ code }) => {
      toast.error(accountSpec.loginFailed);
      // Other failures, such as too many attempts, keep their own message.
      return code === 'invalid_credentials' || code === 'invalid_request' ? account.loginFailed : undefined;
    },
  });

  if (challenge) return <CodeForm challenge={challenge} finish={finish} startOver={() => setChallenge(null)} />;

  return (
    <AuthLayout
      title={account.login}
      lead={account.loginLead}
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
