import toast from 'react-hot-toast/headless';
import { useLoaderData, useLocation } from 'react-router';
import { readResetOptions } from '../../contract/account-security.ts';
import { register } from '../../contract/auth.ts';
import { type Api, api } from '../api.ts';
import { TextField } from '../kit/field.tsx';
import { Link } from '../kit/link.tsx';
import { createClientLoader, createServerLoader } from '../page-loader.ts';
import { ConsentField } from '../shared/forms/consent-field.tsx';
import { Form, SubmitButton } from '../shared/forms/form.tsx';
import { createValidationError, readField, useForm, useRedirect } from '../shared/hooks/use-form.ts';
import { account, accountSpec } from '../shared/messages/account.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { useShop } from '../shared/shop-data.ts';
import { readReturnTo } from '../state/session.ts';
import { AuthLayout, inlineLink, type LoginNotice, NewPasswordField, readRegisteredEmail } from './auth-layout.tsx';

const load = async (api: Api) => {
  const { byLink } = await api(readResetOptions);
  return { byLink };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta = createTitleMeta(account.register);

export default function RegisterPage() {
  const { byLink } = useLoaderData<typeof loader>();
  const { asksForConsent } = useShop().settings;
  const redirect = useRedirect();
  const location = useLocation();
  const returnTo = readReturnTo(location.state);
  const state = returnTo ? { from: returnTo } : null;

  const form = useForm({
    onSubmit: async (values) => {
      const { success, isConfirmationNeeded } = await api(register, {
        body: {
          name: readField(values, 'name'),
          email: readField(values, 'email'),
          password: readField(values, 'password'),
          phone: readField(values, 'phone'),
          address: readField(values, 'address'),
          answer: readField(values, 'answer'),
          ...(values.has('acceptsOffers') && { acceptsOffers: true }),
        },
      });
      if (!success) throw createValidationError(accountSpec.registerFailed);
      toast.success(accountSpec.registered);
      const notice = isConfirmationNeeded && { notice: 'confirm-first' satisfies LoginNotice };
      redirect('/login', { state: { ...state, ...notice, email: readField(values, 'email').trim() } });
      return 'leave';
    },
    onFailure: () => {
      toast.error(accountSpec.registerFailed);
      return undefined;
    },
  });
  const { errors } = form;

  return (
    <AuthLayout
      title={account.register}
      lead={account.registerLead}
      footer={
        <p>
          {account.haveAccount}{' '}
          <Link to="/login" state={state} className={inlineLink}>
            {account.login}
          </Link>
        </p>
      }
    >
      <Form state={form}>
        <TextField label={account.name} name="name" error={errors.name} required autoComplete="name" />
        <TextField
          label={account.email}
          name="email"
          type="email"
          defaultValue={readRegisteredEmail(location.state)}
          error={errors.email}
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField label={account.password} name="password" error={errors.password} />
        <TextField label={account.phone} name="phone" type="tel" inputMode="tel" error={errors.phone} required autoComplete="tel" />
        <TextField label={account.address} name="address" error={errors.address} required autoComplete="street-address" />
        <TextField
          label={accountSpec.favoriteSport}
          name="answer"
          hint={byLink ? account.answerHintWithLink : account.answerHint}
          error={errors.answer}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
        {asksForConsent && <ConsentField />}
        <SubmitButton state={form}>{account.register}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
