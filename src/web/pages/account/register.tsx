import toast from 'react-hot-toast';
import { Link, useLocation } from 'react-router';
import { register } from '../../../contract/account.ts';
import { api } from '../../api.ts';
import { Entrance, wordLink } from '../../components/entrance.tsx';
import { Form, SubmitButton } from '../../components/form.tsx';
import { NewPassword } from '../../components/new-password.tsx';
import { account } from '../../messages.account.ts';
import { spec } from '../../messages.ts';
import { TextField } from '../../ui/field.tsx';
import { refusal, textOf, useForm } from '../../use-form.ts';
import { useRedirect } from '../../use-redirect.ts';
import { wayBack } from '../../way-back.ts';

export const meta = () => [{ title: `${account.register} – ${spec.title}` }];

export default function RegisterPage() {
  const redirect = useRedirect();
  const from = wayBack(useLocation().state);
  const state = from ? { from } : null;

  const form = useForm({
    send: async (values) => {
      const { success } = await api(register, {
        body: {
          name: textOf(values, 'name'),
          email: textOf(values, 'email'),
          password: textOf(values, 'password'),
          phone: textOf(values, 'phone'),
          address: textOf(values, 'address'),
          answer: textOf(values, 'answer'),
        },
      });
      if (!success) throw refusal(spec.registerFailed);
      toast.success(spec.registered);
      redirect('/login', { state });
      return 'leave';
    },
    onFailure: () => {
      toast.error(spec.registerFailed);
      return undefined;
    },
  });
  const { errors } = form;

  return (
    <Entrance
      title={account.register}
      lead={account.registerLead}
      footer={
        <p>
          {account.haveAccount}{' '}
          <Link to="/login" state={state} className={wordLink}>
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
          error={errors.email}
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPassword label={account.password} name="password" error={errors.password} />
        <TextField label={account.phone} name="phone" type="tel" inputMode="tel" error={errors.phone} required autoComplete="tel" />
        <TextField label={account.address} name="address" error={errors.address} required autoComplete="street-address" />
        <TextField
          label={spec.favoriteSport}
          name="answer"
          hint={account.answerHint}
          error={errors.answer}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
        <SubmitButton state={form}>{account.register}</SubmitButton>
      </Form>
    </Entrance>
  );
}
