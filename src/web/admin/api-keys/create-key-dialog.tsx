/** Creates a key, then shows it, which is possible only once. */
import { useState } from 'react';
import { API_KEY_SCOPES } from '../../../contract/endpoint.ts';
import { API_KEY_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { createApiKey } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { CheckboxGroup } from '../parts/checkbox-group.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { apiKeys as words } from './messages.ts';

interface CreateKeyDialogProps {
  onCreated: () => Promise<void>;
  close: () => void;
}

export function CreateKeyDialog({ onCreated, close }: CreateKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const handleCreated = async (created: string) => {
    setKey(created);
    await onCreated();
  };
  return (
    <Dialog title={key ? words.createdTitle : words.create} close={close} closeLabel={common.close}>
      {key ? <CreatedKey value={key} close={close} /> : <CreateKeyForm onCreated={handleCreated} />}
    </Dialog>
  );
}

function CreateKeyForm({ onCreated }: { onCreated: (key: string) => Promise<void> }) {
  const form = useForm({
    onSubmit: async (values) => {
      const scopes = API_KEY_SCOPES.filter((it) => values.getAll('scopes').includes(it));
      if (scopes.length === 0) throw createValidationError(words.scopes, [createIssue('scopes', 'required')]);
      const days = Number(readField(values, 'expiresInDays'));
      const body = { name: readField(values, 'name'), scopes, ...(days > 0 && { expiresInDays: days }) };
      await onCreated((await api(createApiKey, { body })).key);
      return 'leave';
    },
  });
  return (
    <Form state={form}>
      <TextField
        label={words.name}
        name="name"
        hint={words.nameHint}
        error={form.errors.name}
        required
        maxLength={API_KEY_NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <CheckboxGroup
        legend={words.scopes}
        name="scopes"
        error={form.errors.scopes}
        options={API_KEY_SCOPES.map((scope) => ({
          value: scope,
          label: (
            <>
              <span className="block font-[560]">{words.scopeTexts[scope].name}</span>
              <span className="block text-small text-soft">{words.scopeTexts[scope].hint}</span>
            </>
          ),
        }))}
      />
      <SelectField label={words.expiry} name="expiresInDays" defaultValue="365" error={form.errors.expiresInDays}>
        {Object.entries(words.expiryChoices).map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <SubmitButton state={form}>{words.create}</SubmitButton>
    </Form>
  );
}

const CreatedKey = ({ value, close }: { value: string; close: () => void }) => (
  <ShownOnce value={value} hint={words.createdHint} close={close}>
    <div>
      <p className="text-small text-soft">{words.usageLabel}</p>
      <code className="mt-1 block text-small wrap-anywhere">{words.usage(`${value.slice(0, 13)}…`)}</code>
    </div>
  </ShownOnce>
);
