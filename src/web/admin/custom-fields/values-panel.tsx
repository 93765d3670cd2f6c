/** The values of a customer or an order, on its page. Each is saved by what was changed of it alone, so that two people can fill in different fields. */
import toast from 'react-hot-toast/headless';
import type { CustomFields, ValuesInput } from '../../../contract/custom-field-values.ts';
import type { FieldOwner } from '../../../contract/custom-fields.ts';
import { Panel } from '../../kit/panel.tsx';
import { markSaved } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { CustomFieldInputs, useFields } from './field-inputs.tsx';
import { readFieldTexts, toFieldTexts, toSentFields } from './field-texts.ts';
import { customFields as words } from './messages.ts';

interface ValuesPanelProps {
  owner: Extract<FieldOwner, 'customer' | 'order'>;
  id: string;
  values: CustomFields | undefined;
  save: (input: ValuesInput) => Promise<unknown>;
  /** Loads what is there now, also where somebody else has changed it. */
  reload: () => Promise<void>;
}

/** Nothing while no field is defined. */
export function ValuesPanel({ owner, ...rest }: ValuesPanelProps) {
  const fields = useFields(owner);
  if (!fields.length) return null;
  return (
    <Panel title={words.section}>
      <ValuesForm key={JSON.stringify(rest.values ?? {})} fields={fields} {...rest} />
    </Panel>
  );
}

type ValuesFormProps = Omit<ValuesPanelProps, 'owner'> & { fields: Parameters<typeof CustomFieldInputs>[0]['fields'] };

function ValuesForm({ id, fields, values: shownValues, save, reload }: ValuesFormProps) {
  const shown = toFieldTexts(fields, shownValues);
  const form = useForm({
    onSubmit: async (values) => {
      const { customFields } = toSentFields(fields, readFieldTexts(values, fields), shown);
      if (customFields) await save({ customFields, shown: shownValues ?? {} });
      markSaved(form.ref.current, values);
      toast.success(words.valuesSaved);
      await reload();
      return 'stay';
    },
    onFailure: (error) => {
      toast.error(words.valuesFailed);
      if (error.code === 'version_conflict') void reload();
      return undefined;
    },
  });
  return (
    <Form state={form}>
      <CustomFieldInputs fields={fields} read={(name) => ({ key: `${id} ${name}`, value: shown[name] ?? '' })} errors={form.errors} />
      <div>
        <SubmitButton state={form}>{words.saveValues}</SubmitButton>
      </div>
    </Form>
  );
}
