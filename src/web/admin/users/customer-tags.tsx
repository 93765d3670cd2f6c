/** Tags of customers: of one on its page, of many that are selected in the list. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type CustomerDetails, listCustomerTags, tagCustomers } from '../../../contract/customer.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { CUSTOMER_TAG_MAX_LENGTH, CUSTOMER_TAGS_MAX } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import type { Total } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm, useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import type { Selection } from '../parts/use-selection.ts';
import { customerTags as words } from './messages.ts';

type TagChange = BodyOf<typeof tagCustomers>;

/** What is typed into one field: tags between commas. */
const readTags = (values: FormData) =>
  readField(values, 'tags')
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean);

/** Offers the tags that customers have already. */
function TagsField({ error, label, hint }: { error: string | undefined; label: string; hint?: string }) {
  const known = useLoad('known customer tags', (it, signal) => it(listCustomerTags, { signal })).data?.tags ?? [];
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        name="tags"
        list="customer-tags"
        error={error}
        required
        autoComplete="off"
        maxLength={CUSTOMER_TAGS_MAX * CUSTOMER_TAG_MAX_LENGTH}
      />
      <datalist id="customer-tags">
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}

export function TagsPanel({ customer: { _id, tags }, reload }: { customer: CustomerDetails; reload: () => Promise<void> }) {
  const refusal = useRefusal();
  const form = useForm({
    onSubmit: async (values) => {
      await api(tagCustomers, { body: { ids: [_id], add: readTags(values) } });
      form.ref.current?.reset();
      await reload();
      return 'stay';
    },
  });
  const remove = async (tag: string) => {
    try {
      await api(tagCustomers, { body: { ids: [_id], remove: [tag] } });
      await reload();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
  };
  return (
    <Panel title={words.title}>
      {tags.length > 0 && (
        <ul aria-label={words.title} className="mb-4 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex min-w-0 items-center gap-0.5">
              <Badge>
                <bdi className="wrap-anywhere">{tag}</bdi>
              </Badge>
              {!refusal && (
                <button
                  type="button"
                  aria-label={words.removeLabel(tag)}
                  onClick={() => void remove(tag)}
                  className="inline-flex size-6 items-center justify-center rounded-small text-soft hover:bg-line/60 hover:text-ink"
                >
                  <CloseIcon size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form state={form} label={words.add} className="gap-3">
        <TagsField label={words.newTag} error={form.errors.tags} />
        <div>
          <SubmitButton state={form} variant="secondary">
            {words.add}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}

interface TagDialogProps {
  kind: 'add' | 'remove';
  selected: Pick<TagChange, 'ids' | 'filter'>;
  onChanged: () => void;
  close: () => void;
}

function TagDialog({ kind, selected, onChanged, close }: TagDialogProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const { changed } = await api(tagCustomers, { body: { ...selected, [kind]: readTags(values) } });
      onChanged();
      close();
      toast.success(words.changed(changed));
      return 'leave';
    },
  });
  return (
    <Dialog title={words.titles[kind]} close={close} closeLabel={words.close}>
      <Form state={form} label={words.titles[kind]}>
        <TagsField label={words.field} hint={words.fieldHint} error={form.errors.tags} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {words.cancel}
          </Button>
          <SubmitButton state={form}>{words.titles[kind]}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface SelectionBarProps {
  selection: Selection<NonNullable<TagChange['filter']>>;
  list: Total;
  onChanged: () => void;
}

/** What can be done with the selected customers; stays in sight below the list. */
export function CustomerSelectionBar({ selection, list, onChanged }: SelectionBarProps) {
  const [opened, setOpened] = useState<'add' | 'remove' | null>(null);
  if (selection.count === 0 && !selection.isAll) return null;
  const hasMore = list.isAbout || list.total > selection.count;
  return (
    <section
      aria-label={words.bar}
      className="sticky bottom-[calc(0.75rem+var(--admin-bottom-bar))] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-edge/60 bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="font-[560]">
        {selection.isAll ? words.allSelected(list) : words.selected(selection.count)}
      </p>
      {!selection.isAll && hasMore && (
        <Button variant="quiet" size="small" onClick={selection.selectAll}>
          {words.selectAll(list)}
        </Button>
      )}
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        {(['add', 'remove'] as const).map((kind) => (
          <ActionButton key={kind} variant="secondary" size="small" onClick={() => setOpened(kind)}>
            {words.titles[kind]}
          </ActionButton>
        ))}
        <Button variant="quiet" size="small" onClick={selection.clear}>
          {words.clear}
        </Button>
      </div>
      {opened && <TagDialog kind={opened} selected={selection.toBulk()} onChanged={onChanged} close={() => setOpened(null)} />}
    </section>
  );
}
