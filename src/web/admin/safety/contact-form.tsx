/** A manufacturer or a responsible person, new or changed. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { ADDRESS_MAX_LENGTH, BRAND_NAME_MAX_LENGTH, FIELD_URL_MAX_LENGTH } from '../../../contract/limits.ts';
import {
  createSafetyContact,
  type ListedSafetyContact,
  SAFETY_ROLES,
  type SafetyContact,
  type SafetyRole,
  updateSafetyContact,
} from '../../../contract/safety.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { safetyContacts as words } from './messages.ts';

const NAMES = ['name', 'address', 'country', 'email', 'website', 'euPerson', 'ukPerson'] as const;
type Name = (typeof NAMES)[number];

const toSnapshot = (contact: SafetyContact | null): Snapshot => ({
  version: contact?.version ?? 0,
  values: Object.fromEntries(NAMES.map((name) => [name, contact?.[name] ?? ''])),
});

const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
);

interface ContactFormProps {
  /** Null: a new one, of this role. */
  contact: SafetyContact | null;
  role: SafetyRole;
  /** Among whom its responsible persons are chosen. */
  persons: readonly ListedSafetyContact[];
  onSaved: () => void;
  onCancel: () => void;
}

export function ContactForm({ contact, role: first, persons, onSaved, onCancel }: ContactFormProps) {
  const [role, setRole] = useState(first);
  const namePerson = (id: string) => persons.find(({ _id }) => _id === id)?.name ?? '';
  const fields = Object.fromEntries(
    NAMES.map((name) => [
      name,
      {
        label: words[name],
        ...(name === 'country' && { format: (code: string) => (code ? nameCountry(code) : '') }),
        ...((name === 'euPerson' || name === 'ukPerson') && { format: namePerson }),
      },
    ]),
  );
  const edit = useEditConflict(toSnapshot(contact), fields);

  const save = async (values: FormData) => {
    const typed = Object.fromEntries(NAMES.map((name) => [name, readField(values, name).trim()])) as Record<Name, string>;
    const body = { ...typed, role, euPerson: typed.euPerson || null, ukPerson: typed.ukPerson || null };
    if (!contact) return api(createSafetyContact, { body });
    return api(updateSafetyContact, { params: { id: contact._id }, body: { ...body, version: edit.base.version } }).catch((error) => {
      const current = readCurrent<Pick<ReplyOf<typeof updateSafetyContact>, 'contact'>>(error);
      if (current) edit.rebase(typed, toSnapshot(current.contact));
      throw error;
    });
  };
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { success, message } = await save(values);
      if (!success) throw createValidationError(message);
      toast.success(words.saved);
      onSaved();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  const field = (name: Name) => ({
    name,
    label: words[name],
    defaultValue: edit.field(name).value,
    error: form.errors[name],
    autoComplete: 'off',
  });
  const key = (name: Name) => edit.field(name).key;

  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <SelectField
        label={words.role}
        name="role"
        hint={words.roleHint}
        value={role}
        error={form.errors.role}
        onChange={({ target }) => setRole(SAFETY_ROLES.find((it) => it === target.value) ?? 'manufacturer')}
      >
        {SAFETY_ROLES.map((it) => (
          <option key={it} value={it}>
            {words.roles[it]}
          </option>
        ))}
      </SelectField>
      <TextField key={key('name')} {...field('name')} required maxLength={BRAND_NAME_MAX_LENGTH} />
      <TextArea key={key('address')} {...field('address')} hint={words.addressHint} required rows={3} maxLength={ADDRESS_MAX_LENGTH} />
      <SelectField key={key('country')} {...field('country')} required>
        <option value="">{words.chooseCountry}</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField key={key('email')} {...field('email')} type="email" maxLength={200} />
        <TextField key={key('website')} {...field('website')} type="url" placeholder="https://" maxLength={FIELD_URL_MAX_LENGTH} />
      </div>
      <p className="-mt-3 text-small text-soft">{words.reachHint}</p>
      {role === 'manufacturer' &&
        (['euPerson', 'ukPerson'] as const).map((name) => (
          <SelectField key={key(name)} {...field(name)} hint={persons.length ? undefined : words.personHint}>
            <option value="">{words.noPerson}</option>
            {persons.map((it) => (
              <option key={it._id} value={it._id}>
                {it.name}
              </option>
            ))}
          </SelectField>
        ))}
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.save}</SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  );
}
