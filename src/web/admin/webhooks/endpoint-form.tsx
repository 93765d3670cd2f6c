/** The form for an endpoint, in a dialog: for a new one, whose secret is shown then, or one that is there. */
import { WEBHOOK_DESCRIPTION_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from '../../../contract/limits.ts';
import { createWebhookEndpoint, updateWebhookEndpoint, WEBHOOK_EVENTS, type WebhookEndpoint } from '../../../contract/webhook.ts';
import { api } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, readCurrent, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { CheckboxGroup } from '../parts/controls.tsx';
import { webhooks as words } from './messages.ts';

interface EndpointFormProps {
  /** Null: a new one. */
  endpoint: WebhookEndpoint | null;
  /** `secret` of a new one. */
  onSaved: (secret: string | null) => void;
}

const toTexts = (endpoint: WebhookEndpoint | null) => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  events: WEBHOOK_EVENTS.filter((it) => endpoint?.events.includes(it)).join(' '),
  isEnabled: endpoint?.isEnabled === false ? words.off : words.on,
});
const toSnapshot = (endpoint: WebhookEndpoint | null) => ({ version: endpoint?.version ?? 0, values: toTexts(endpoint) });
const parseEvents = (text: string) => WEBHOOK_EVENTS.filter((it) => text.split(' ').includes(it));

export function EndpointForm({ endpoint, onSaved }: EndpointFormProps) {
  const edit = useEditConflict(toSnapshot(endpoint), {
    url: { label: words.url },
    description: { label: words.description },
    events: {
      label: words.events,
      format: (text) =>
        parseEvents(text)
          .map((it) => words.eventNames[it])
          .join(', '),
    },
    isEnabled: { label: words.status },
  });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const events = WEBHOOK_EVENTS.filter((it) => values.getAll('events').includes(it));
      if (!events.length) throw createValidationError(words.saveFailed, [createIssue('events', 'required')]);
      const input = {
        url: readField(values, 'url'),
        description: readField(values, 'description'),
        events,
        isEnabled: values.has('isEnabled'),
      };
      if (!endpoint) {
        onSaved((await api(createWebhookEndpoint, { body: input })).secret);
        return 'stay';
      }
      const body = { ...input, version: edit.base.version };
      await api(updateWebhookEndpoint, { params: { id: endpoint._id }, body }).catch((error: unknown) => {
        const current = readCurrent<{ endpoint: WebhookEndpoint }>(error);
        const typed = { ...input, events: events.join(' '), isEnabled: input.isEnabled ? words.on : words.off };
        if (current) edit.rebase(typed, toSnapshot(current.endpoint));
        throw error;
      });
      onSaved(null);
      return 'stay';
    },
  });
  const chosen = parseEvents(edit.field('events').value);
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={edit.field('url').key}
        label={words.url}
        hint={words.urlHint}
        name="url"
        type="url"
        error={form.errors.url}
        defaultValue={edit.field('url').value}
        required
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        key={edit.field('description').key}
        label={words.description}
        hint={words.descriptionHint}
        name="description"
        error={form.errors.description}
        defaultValue={edit.field('description').value}
        maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
        autoComplete="off"
      />
      <CheckboxGroup
        key={edit.field('events').key}
        legend={words.events}
        name="events"
        error={form.errors.events}
        options={WEBHOOK_EVENTS.map((event) => ({
          value: event,
          label: (
            <>
              {words.eventTexts[event]} <code className="text-small text-soft">{event}</code>
            </>
          ),
          isChecked: chosen.includes(event),
        }))}
      />
      <SwitchField
        key={edit.field('isEnabled').key}
        label={words.enabled}
        hint={words.enabledHint}
        name="isEnabled"
        defaultChecked={edit.field('isEnabled').value === words.on}
      />
      <SubmitButton state={form} className="self-start px-6">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
