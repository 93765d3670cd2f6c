/** The answer to the security question: a new one in place of the one that was given, or dropped with the proof of an email address. */
import toast from 'react-hot-toast/headless';
import { changeAnswer, readResetOptions } from '../../../contract/account-security.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { security as words } from '../../shared/messages/security.ts';
import { accountSpec } from '../../shared/messages/specified-account-labels.ts';

/** Nothing where no answer resets a password: not even a gap between the other panels. */
export function AnswerPanel() {
  const loaded = useLoad('reset options', (it, signal) => it(readResetOptions, { signal }));
  if (loaded.data && !loaded.data.byQuestion) return null;
  return (
    <AsyncContent state={loaded} skeleton={<Skeleton className="h-48 rounded-card" />}>
      {({ byLink }) => <AnswerForm hint={byLink ? words.answerHintWithLink : words.answerHint} />}
    </AsyncContent>
  );
}

function AnswerForm({ hint }: { hint: string }) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(changeAnswer, { body: { answer: readField(values, 'answer') } });
      toast.success(words.answerSaved);
      form.ref.current?.reset();
      return 'stay';
    },
  });
  return (
    <Panel title={words.answer}>
      <Form state={form}>
        <TextField
          label={accountSpec.favoriteSport}
          name="answer"
          hint={hint}
          error={form.errors.answer}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
        <SubmitButton state={form} className="self-start px-6">
          {words.saveAnswer}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
