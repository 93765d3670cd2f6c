/** The form of a new or an existing collection. */
import { useRef } from 'react';
import { COLLECTION_TITLE_MAX_LENGTH } from '../../../contract/collection.ts';
import { type AdminCollection, type CollectionInput, createCollection, updateCollection } from '../../../contract/collection-admin.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  IMAGE_ALT_MAX_LENGTH,
  SEO_DESCRIPTION_MAX_LENGTH,
  SEO_TITLE_MAX_LENGTH,
  SLUG_MAX_LENGTH,
} from '../../../contract/limits.ts';
import type { Rule } from '../../../contract/rules.ts';
import { api } from '../../api.ts';
import { SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { MarkdownField } from '../parts/markdown/markdown-field.tsx';
import { OwnImageField, useOwnImage } from '../parts/own-image.tsx';
import { parseIds } from '../parts/picked-products.tsx';
import { BarForm } from '../parts/save-bar.tsx';
import { useUpload } from '../parts/upload.tsx';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { FormSection } from '../product-form/form-section.tsx';
import { CollectionContents, isSort } from './collection-contents.tsx';
import { formatRule, parseRule, toRuleDraft } from './condition-drafts.ts';
import { collections as words } from './messages.ts';

export type EditedCollection = Omit<AdminCollection, '_id' | 'updatedAt'>;

/** The rule is written as the form writes it, whichever order the server gives its parts. */
const toSnapshot = ({ collection: it }: { collection: EditedCollection }): Snapshot => ({
  version: it.version,
  values: {
    title: it.title,
    text: it.text,
    imageUrl: it.image?.url ?? '',
    alt: it.image && it.image.alt !== it.title ? it.image.alt : '',
    kind: it.rule ? 'rule' : 'manual',
    rule: it.rule ? formatRule(toRuleDraft(it.rule)) : '',
    products: it.products.join(),
    sort: it.sort,
    isPublished: formatSwitch(it.isPublished),
    isInMenu: formatSwitch(it.isInMenu),
    seoTitle: it.seoTitle,
    seoDescription: it.seoDescription,
    slug: it.slug,
  },
});

function readRule(values: FormData): Rule | null {
  if (readField(values, 'kind') !== 'rule') return null;
  const rule = parseRule(readField(values, 'rule'));
  if (!rule) throw createValidationError(words.ruleIncomplete, [createIssue('rule', 'required')]);
  return rule;
}

function readInput(values: FormData): CollectionInput {
  const rule = readRule(values);
  const sort = readField(values, 'sort');
  return {
    title: readField(values, 'title').trim(),
    text: readField(values, 'text').trim(),
    isPublished: values.has('isPublished'),
    isInMenu: values.has('isInMenu'),
    rule,
    // Kept where the rule holds something else, so that nothing is lost by trying it.
    ...(rule === null && { products: parseIds(readField(values, 'products')) }),
    ...(isSort(sort) && { sort }),
    seoTitle: readField(values, 'seoTitle').trim(),
    seoDescription: readField(values, 'seoDescription').trim(),
    slug: readField(values, 'slug').trim().toLowerCase(),
  };
}

interface CollectionFormProps {
  /** Null: a new one. */
  id: string | null;
  collection: EditedCollection;
  onSaved: (collection: AdminCollection) => void;
}

export function CollectionForm({ id, collection, onSaved }: CollectionFormProps) {
  const saved = useRef<AdminCollection>(null);
  const upload = useUpload();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<{ collection: EditedCollection }>({
    loaded: { collection },
    toSnapshot,
    fields: {
      title: { label: words.title },
      text: { label: words.text },
      imageUrl: { label: words.image, format: (url) => url.split('/').at(-1) ?? '' },
      alt: { label: words.imageAlt },
      kind: { label: words.kind, format: (kind) => (kind === 'rule' ? words.rule : words.manual) },
      rule: { label: words.rule },
      products: { label: words.contents, format: (ids) => words.byHand(parseIds(ids).length) },
      sort: { label: words.sort, format: (sort) => (isSort(sort) ? words.sorts[sort] : sort) },
      isPublished: { label: words.isPublished },
      isInMenu: { label: words.isInMenu },
      seoTitle: { label: words.seoTitle },
      seoDescription: { label: words.seoDescription },
      slug: { label: words.address },
    },
    read: (values) => {
      const input = readInput(values);
      const alt = readField(values, 'alt').trim();
      const typed = {
        ...toSnapshot({ collection: { ...collection, ...input, image: null, rule: input.rule ?? null } as EditedCollection }).values,
        imageUrl: image.url,
        alt,
      };
      const save = async (version: number) => {
        const uploaded = image.file ? await upload.run(image.upload) : { url: image.url };
        if (!uploaded) throw createValidationError(words.saveFailed);
        const body = { ...input, image: uploaded.url ? { url: uploaded.url, alt } : null };
        const reply = id
          ? await api(updateCollection, { params: { id }, body: { ...body, version } })
          : await api(createCollection, { body });
        saved.current = reply.collection;
        return reply;
      };
      return { typed, save };
    },
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => saved.current && onSaved(saved.current),
  });
  const image = useOwnImage(edit.field('imageUrl'));
  return (
    <BarForm state={form} className="gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.titleAndText}>
        <div className="flex flex-col gap-5">
          <TextField
            key={keyOf('title')}
            {...text('title')}
            label={words.title}
            required
            maxLength={COLLECTION_TITLE_MAX_LENGTH}
            autoComplete="off"
          />
          <MarkdownField
            key={keyOf('text')}
            {...text('text')}
            label={words.text}
            hint={words.textHint}
            rows={5}
            maxLength={DESCRIPTION_MAX_LENGTH}
          />
          <input type="hidden" name="imageUrl" value={image.url} />
          <OwnImageField image={image} upload={upload} hint={words.imageHint} error={form.errors.image} />
          <TextField
            key={keyOf('alt')}
            {...text('alt')}
            label={words.imageAlt}
            hint={words.imageAltHint}
            maxLength={IMAGE_ALT_MAX_LENGTH}
            autoComplete="off"
          />
        </div>
      </Panel>
      <CollectionContents
        key={['kind', 'rule', 'products', 'sort'].map(keyOf).join()}
        values={{
          kind: text('kind').defaultValue === 'rule' ? 'rule' : 'manual',
          rule: text('rule').defaultValue ?? '',
          products: text('products').defaultValue ?? '',
          sort: text('sort').defaultValue ?? '',
        }}
        saved={{ id, rule: collection.rule, sort: collection.sort }}
        errors={form.errors}
      />
      <Panel title={words.status}>
        <div className="flex flex-col gap-5">
          <SwitchField key={keyOf('isPublished')} {...toggle('isPublished')} label={words.isPublished} hint={words.isPublishedHint} />
          <SwitchField key={keyOf('isInMenu')} {...toggle('isInMenu')} label={words.isInMenu} hint={words.isInMenuHint} />
        </div>
      </Panel>
      <FormSection
        title={words.searchEngines}
        hint={words.searchEnginesHint}
        isUsed={Boolean(collection.seoTitle || collection.seoDescription)}
        hasError={Boolean(form.errors.slug ?? form.errors.seoTitle ?? form.errors.seoDescription)}
      >
        <TextField
          key={keyOf('seoTitle')}
          {...text('seoTitle')}
          label={words.seoTitle}
          hint={words.seoTitleHint}
          maxLength={SEO_TITLE_MAX_LENGTH}
          autoComplete="off"
        />
        <TextArea
          key={keyOf('seoDescription')}
          {...text('seoDescription')}
          label={words.seoDescription}
          hint={words.seoDescriptionHint}
          rows={2}
          maxLength={SEO_DESCRIPTION_MAX_LENGTH}
        />
        <TextField
          key={keyOf('slug')}
          {...text('slug')}
          label={words.address}
          hint={words.slugHint}
          maxLength={SLUG_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormSection>
    </BarForm>
  );
}
