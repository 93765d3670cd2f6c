/** The page that an invitation links to: people with an account of that email accept, others create one. */
import toast from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { acceptInvitation, readInvitation } from '../../contract/team.ts';
import { api } from '../api.ts';
import { LinkButton } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { Spinner } from '../kit/loading.tsx';
import { Form, SubmitButton } from '../shared/forms/form.tsx';
import { readField, useForm } from '../shared/hooks/use-form.ts';
import { QueryProvider, useLoad } from '../shared/hooks/use-load.ts';
import { common } from '../shared/messages/common.ts';
import { team, teamInvitation as words } from '../shared/messages/team.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { clearSession, useSession } from '../state/session.ts';
import { AuthLayout, NewPasswordField } from './auth-layout.tsx';

export const meta = createTitleMeta(words.title);

type Invitation = ReplyOf<typeof readInvitation>;

export default function TeamInvitationPage() {
  return (
    <QueryProvider>
      <TeamInvitation />
    </QueryProvider>
  );
}

function TeamInvitation() {
  // Read here instead of in the loader, because the fragment (#) is only known in the browser.
  const token = useLocation().hash.slice(1);
  const loaded = useLoad(`invitation ${token}`, async (it, signal) => token && (await it(readInvitation, { body: { token }, signal })));
  const invitation = loaded.data || null;
  const error = loaded.data === '' ? words.incomplete : describe(loaded.error);

  return (
    <AuthLayout title={words.title} lead={invitation ? words.lead(invitation.email, team.roles[invitation.role]) : '\u00a0'} footer={null}>
      {error && <p role="alert">{error}</p>}
      {!error && !invitation && <Spinner label={common.loading} />}
      {!error && invitation && <Accept invitation={invitation} token={token} />}
    </AuthLayout>
  );
}

function describe(error: unknown): string | null {
  if (!error) return null;
  return error instanceof Error ? error.message : common.serverError;
}

interface AcceptProps {
  invitation: Invitation;
  token: string;
}

function Accept({ invitation, token }: AcceptProps) {
  const session = useSession();
  if (!invitation.hasAccount) return <NewAccount invitation={invitation} token={token} />;
  if (session?.user.email.toLowerCase() === invitation.email.toLowerCase()) return <OwnAccount token={token} />;
  return (
    <div className="flex flex-col gap-4">
      <p>{words.hasAccount}</p>
      {session && <p className="text-soft">{words.otherAccount(session.user.email)}</p>}
      <LinkButton to="/login" state={{ from: `/team-invitation#${token}`, email: invitation.email }} className="min-h-11">
        {words.logIn}
      </LinkButton>
    </div>
  );
}

function OwnAccount({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    onSubmit: async () => {
      const { user } = await api(acceptInvitation, { body: { token } });
      // Leaves first: without a session this page would ask for the login to accept.
      await navigate('/login', { replace: true, state: { from: '/dashboard/admin', email: user.email } });
      clearSession();
      toast.success(words.accepted);
      return 'leave';
    },
  });
  return (
    <Form state={form}>
      <SubmitButton state={form}>{words.accept}</SubmitButton>
    </Form>
  );
}

function NewAccount({ invitation: { email }, token }: AcceptProps) {
  const navigate = useNavigate();
  const form = useForm({
    onSubmit: async (values) => {
      await api(acceptInvitation, { body: { token, name: readField(values, 'name'), password: readField(values, 'password') } });
      toast.success(words.joined);
      void navigate('/login', { replace: true, state: { from: '/dashboard/admin', email } });
      return 'leave';
    },
  });
  return (
    <Form state={form}>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label={words.name} name="name" error={form.errors.name} required maxLength={200} autoComplete="name" />
      <NewPasswordField label={words.password} name="password" error={form.errors.password} />
      <SubmitButton state={form}>{words.join}</SubmitButton>
    </Form>
  );
}
