/** Defining a field, or changing one. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { FIELD_TYPES, type FieldType } from '../../../contract/custom-field-values.ts';
import {
  type CustomField,
  canBecome,
  canFilter,
  canHave,
  createCustomField,
  type FieldOwner,
  readFieldUsage,
  updateCustomField,
} from '../../../contract/custom-fields.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { FIELD_HELP_MAX_LENGTH, FIELD_KEY_MAX_LENGTH, FIELD_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { formatSwitch } from '../parts/use-versioned-form.ts';
import { customFields as words } from './messages.ts';

/** `Made in` → `made_in`. */
const toKey = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .replace(/_$/, '')
    .slice(0, FIELD_KEY_MAX_LENGTH);

const toSnapshot = ({ version, name, help, type, choices, isVisible, isFilter }: Omit<CustomField, '_id' | 'owner' | 'key'>): Snapshot => ({
  version,
  values: {
    name,
    help,
    type,
    choices: choices.join('\n'),
    isVisible: formatSwitch(isVisible),
    isFilter: formatSwitch(isFilter),
  },
});

const NEW = { version: 0, name: '', help: '', type: 'text' as const, choices: [], isVisible: true, isFilter: false };

const CONFLICT_FIELDS = {
  name: { label: words.name },
  help: { label: words.help },
  type: { label: words.type, format: (type: string) => words.types[type as FieldType] },
  choices: { label: words.choices },
  isVisible: { label: words.visible },
  isFilter: { label: words.filter },
};

const readChoices = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

function read(values: FormData) {
  const type = (readField(values, 'type') || 'text') as FieldType;
  const isVisible = values.has('isVisible');
  return {
    name: readField(values, 'name').trim(),
    help: readField(values, 'help').trim(),
    type,
    choices: type === 'choice' ? readChoices(readField(values, 'choices')) : [],
    isVisible,
    isFilter: isVisible && values.has('isFilter'),
  };
}

interface FieldDialogProps {
  owner: FieldOwner;
  /** Null: a new one. */
  field: CustomField | null;
  close: () => void;
  onSaved: () => void;
}

export function FieldDialog({ owner, field, close, onSaved }: FieldDialogProps) {
  return (
    <Dialog title={field ? words.editTitle : words.addTo(owner)} close={close} closeLabel={common.close} variant="card">
      <FieldForm owner={owner} field={field} onSaved={onSaved} />
    </Dialog>
  );
}

/** Choices that the form leaves out although something has them. */
interface Lost {
  described: string;
  save: () => Promise<void>;
}

function FieldForm({ owner, field, onSaved }: Omit<FieldDialogProps, 'close'>) {
  const edit = useEditConflict(toSnapshot(field ?? NEW), CONFLICT_FIELDS);
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const [isVisible, setIsVisible] = useState(field?.isVisible ?? NEW.isVisible);
  const [key, setKey] = useState({ text: '', isTyped: false });
  const [lost, setLost] = useState<Lost | null>(null);

  const finish = () => {
    toast.success(words.saved);
    onSaved();
  };
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const input = read(values);
      if (!field) {
        await api(createCustomField, { body: { owner, key: readField(values, 'key').trim(), ...input } });
        finish();
        return 'stay';
      }
      const params = { id: field._id };
      const save = async () => {
        await api(updateCustomField, { params, body: { ...input, version: edit.base.version } }).catch((error: unknown) => {
          const current = readCurrent<Pick<ReplyOf<typeof updateCustomField>, 'field'>>(error);
          if (current) edit.rebase(toSnapshot({ ...input, version: 0 }).values, toSnapshot(current.field));
          throw error;
        });
        finish();
      };
      const gone = field.type === 'choice' && type === 'choice' ? field.choices.filter((it) => !input.choices.includes(it)) : [];
      const usage = gone.length ? (await api(readFieldUsage, { params })).choices.filter(({ choice }) => gone.includes(choice)) : [];
      if (usage.length) setLost({ described: usage.map((it) => words.choicesGone(owner, it.choice, it.values)).join(', '), save });
      else await save();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  const value = (name: string) => edit.field(name).value;
  return (
    <>
      <Form state={form}>
        <EditConflictPanel conflict={edit} />
        <TextField
          key={edit.field('name').key}
          label={words.name}
          hint={words.nameHint}
          name="name"
          defaultValue={value('name')}
          error={form.errors.name}
          maxLength={FIELD_NAME_MAX_LENGTH}
          required
          autoComplete="off"
          onChange={(event) => {
            if (!field && !key.isTyped) setKey({ text: toKey(event.target.value), isTyped: false });
          }}
        />
        {!field && (
          <TextField
            label={words.key}
            hint={words.keyHint}
            name="key"
            value={key.text}
            error={form.errors.key}
            maxLength={FIELD_KEY_MAX_LENGTH}
            required
            autoComplete="off"
            spellCheck={false}
            onChange={(event) =>
              setKey({ text: event.target.value.toLowerCase().replaceAll(/[\s-]+/g, '_'), isTyped: event.target.value !== '' })
            }
          />
        )}
        <SelectField
          key={edit.field('type').key}
          label={words.type}
          name="type"
          defaultValue={value('type')}
          error={form.errors.type}
          onChange={(event) => setType(event.target.value as FieldType)}
        >
          {FIELD_TYPES.filter((it) => canHave(owner, it)).map((it) => (
            <option key={it} value={it}>
              {words.types[it]}
              {field && !canBecome(field.type, it) ? ' *' : ''}
            </option>
          ))}
        </SelectField>
        {type === 'choice' && (
          <TextArea
            key={edit.field('choices').key}
            label={words.choices}
            hint={words.choicesHint}
            name="choices"
            rows={5}
            defaultValue={value('choices')}
            error={form.errors.choices}
          />
        )}
        <TextField
          key={edit.field('help').key}
          label={words.help}
          hint={words.helpHint}
          name="help"
          defaultValue={value('help')}
          error={form.errors.help}
          maxLength={FIELD_HELP_MAX_LENGTH}
          autoComplete="off"
        />
        {owner !== 'customer' && (
          <SwitchField
            key={edit.field('isVisible').key}
            label={words.visible}
            hint={words.visibleHint}
            name="isVisible"
            defaultChecked={value('isVisible') === formatSwitch(true)}
            onChange={(event) => setIsVisible(event.target.checked)}
          />
        )}
        {canFilter(owner, type) && isVisible && (
          <SwitchField
            key={edit.field('isFilter').key}
            label={words.filter}
            hint={words.filterHint}
            name="isFilter"
            defaultChecked={value('isFilter') === formatSwitch(true)}
          />
        )}
        <div>
          <SubmitButton state={form}>{words.save}</SubmitButton>
        </div>
      </Form>
      {lost && (
        <ConfirmActionDialog
          title={words.confirmChoices}
          hint={words.choicesHintLost(lost.described)}
          confirmLabel={words.removeChoices}
          onConfirm={lost.save}
          close={() => setLost(null)}
        />
      )}
    </>
  );
}
