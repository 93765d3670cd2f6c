/** The form of a new or an existing page. */
import { useRef } from 'react';
import {
  FOOTER_POSITION_MAX,
  PAGE_DESCRIPTION_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  PAGE_TITLE_MAX_LENGTH,
  SLUG_MAX_LENGTH,
} from '../../../contract/limits.ts';
import { type AdminPage, createPage, type PageInput, updatePage } from '../../../contract/page.ts';
import { api } from '../../api.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { MarkdownField } from '../parts/markdown/markdown-field.tsx';
import { markdownField } from '../parts/markdown/messages.ts';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { adminPages } from './messages.ts';

export type EditedPage = PageInput & { version: number };

const toValues = ({ title, slug, text, status, inFooter, footerPosition, description }: PageInput): Record<string, string> => ({
  title,
  slug,
  text,
  status,
  inFooter: formatSwitch(inFooter),
  footerPosition: String(footerPosition),
  description,
});

const toSnapshot = ({ page }: { page: EditedPage }): Snapshot => ({ version: page.version, values: toValues(page) });

function readInput(values: FormData): PageInput {
  const position = readField(values, 'footerPosition').trim();
  if (!/^\d+$/.test(position))
    throw createValidationError(adminPages.saveFailed, [createIssue('footerPosition', position ? 'not_an_integer' : 'required')]);
  return {
    title: readField(values, 'title').trim(),
    slug: readField(values, 'slug').trim().toLowerCase(),
    text: readField(values, 'text'),
    status: readField(values, 'status') === 'published' ? 'published' : 'draft',
    inFooter: values.has('inFooter'),
    footerPosition: Number(position),
    description: readField(values, 'description').trim(),
  };
}

interface PageFormProps {
  /** Null: a new one. */
  id: string | null;
  page: EditedPage;
  onSaved: (page: AdminPage) => void;
}

export function PageForm({ id, page, onSaved }: PageFormProps) {
  const revalidateShop = useRevalidateShop();
  const saved = useRef<AdminPage>(null);
  const { form, edit, keyOf, text, toggle } = useVersionedForm<{ page: EditedPage }>({
    loaded: { page },
    toSnapshot,
    fields: {
      title: { label: adminPages.title },
      slug: { label: adminPages.address },
      text: { label: adminPages.text },
      status: { label: adminPages.status, format: (status) => adminPages.statuses[status as AdminPage['status']] },
      inFooter: { label: adminPages.inFooter },
      footerPosition: { label: adminPages.footerPosition },
      description: { label: adminPages.description },
    },
    read: (values) => {
      const input = readInput(values);
      const save = async (version: number) => {
        const reply = id ? await api(updatePage, { params: { id }, body: { ...input, version } }) : await api(createPage, { body: input });
        saved.current = reply.page;
        return reply;
      };
      return { typed: toValues(input), save };
    },
    saved: adminPages.saved,
    failed: adminPages.saveFailed,
    onSaved: () => {
      // The footer has to be reloaded first, because leaving the page would cancel that.
      void revalidateShop().then(() => saved.current && onSaved(saved.current));
    },
  });
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={keyOf('title')}
        {...text('title')}
        label={adminPages.title}
        required
        maxLength={PAGE_TITLE_MAX_LENGTH}
        autoComplete="off"
      />
      <MarkdownField
        key={keyOf('text')}
        {...text('text')}
        label={adminPages.text}
        hint={markdownField.hint}
        rows={18}
        maxLength={PAGE_TEXT_MAX_LENGTH}
      />
      <TextField
        key={keyOf('slug')}
        {...text('slug')}
        label={adminPages.address}
        hint={adminPages.addressHint}
        maxLength={SLUG_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea
        key={keyOf('description')}
        {...text('description')}
        label={adminPages.description}
        hint={adminPages.descriptionHint}
        rows={2}
        maxLength={PAGE_DESCRIPTION_MAX_LENGTH}
      />
      <SelectField key={keyOf('status')} {...text('status')} label={adminPages.status} hint={adminPages.statusHint} className="max-w-60">
        {Object.entries(adminPages.statuses).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
      <SwitchField key={keyOf('inFooter')} {...toggle('inFooter')} label={adminPages.inFooter} hint={adminPages.inFooterHint} />
      <TextField
        key={keyOf('footerPosition')}
        {...text('footerPosition')}
        label={adminPages.footerPosition}
        hint={adminPages.footerPositionHint}
        inputMode="numeric"
        max={FOOTER_POSITION_MAX}
        autoComplete="off"
        className="max-w-60"
      />
      <SubmitButton state={form} className="self-start px-6">
        {adminPages.save}
      </SubmitButton>
    </Form>
  );
}
