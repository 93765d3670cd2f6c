/** The product's address and its texts for search engines, with how a search engine would show them. */
import { type RefObject, useEffect, useState } from 'react';
import { SLUG_MAX_LENGTH } from '../../../contract/limits.ts';
import { DETAIL_LENGTHS } from '../../../contract/product-details.ts';
import { TextArea, TextField } from '../../kit/field.tsx';
import { excerpt } from '../../shared/format.ts';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import { type FormState, readField } from '../../shared/hooks/use-form.ts';
import { formatPageTitle } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { GoogleCategoryField } from '../parts/google-category-field.tsx';
import { toAddress } from './detail-texts.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

/** About what search engines show; longer titles end in an ellipsis there. */
const SHOWN_TITLE = 60;
const SHOWN_DESCRIPTION = 155;

const PREVIEWED = ['name', 'description', 'slug', 'seoTitle', 'seoDescription'] as const;
type Previewed = Record<(typeof PREVIEWED)[number], string>;

function readPreviewed(form: HTMLFormElement): Previewed {
  const values = new FormData(form);
  return Object.fromEntries(PREVIEWED.map((name) => [name, readField(values, name).replaceAll(/\s+/g, ' ').trim()])) as Previewed;
}

/** What the form holds of these fields, as it is typed. */
function usePreviewed(form: RefObject<HTMLFormElement | null>): Previewed {
  const [values, setValues] = useState<Previewed>({ name: '', description: '', slug: '', seoTitle: '', seoDescription: '' });
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const update = () => setValues(readPreviewed(element));
    update();
    element.addEventListener('input', update);
    return () => element.removeEventListener('input', update);
  }, [form]);
  return values;
}

function SearchPreview({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { name, description, slug, seoTitle, seoDescription } = usePreviewed(form);
  const { name: shop } = useShop().settings.shop;
  const title = seoTitle || name;
  const text = seoDescription || description;
  const host = typeof window === 'undefined' ? '' : window.location.host;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-small font-[560]">{words.preview}</figcaption>
      <div className="flex min-w-0 flex-col gap-0.5 rounded-control border border-line bg-raised p-4">
        <span className="truncate text-small text-soft">
          {shop} · {host} › product › {toAddress(slug) || words.newAddress}
        </span>
        <span className="wrap-anywhere text-large text-accent">
          {title ? excerpt(formatPageTitle(title, shop), SHOWN_TITLE) : words.noTitle}
        </span>
        <span className="wrap-anywhere text-small text-soft">{text ? excerpt(text, SHOWN_DESCRIPTION) : words.noText}</span>
      </div>
    </figure>
  );
}

interface SearchEngineFieldsProps {
  state: FormState;
  edit: EditConflict | undefined;
}

export function SearchEngineFields({ state, edit }: SearchEngineFieldsProps) {
  const { errors } = state;
  const field = (name: 'slug' | 'seoTitle' | 'seoDescription') => ({
    name,
    label: words[name],
    error: errors[name],
    defaultValue: edit?.field(name).value,
    autoComplete: 'off',
  });
  const key = (name: string) => edit?.field(name).key;
  const googleCategory = edit?.field('googleCategory');
  return (
    <FormSection
      title={words.searchEngines}
      hint={words.searchEnginesHint}
      isUsed={Boolean(edit?.field('seoTitle').value || edit?.field('seoDescription').value || googleCategory?.value)}
      hasError={Boolean(errors.slug ?? errors.seoTitle ?? errors.seoDescription ?? errors.googleCategory)}
    >
      <SearchPreview form={state.ref} />
      <TextField key={key('seoTitle')} {...field('seoTitle')} hint={words.seoTitleHint(SHOWN_TITLE)} maxLength={DETAIL_LENGTHS.seoTitle} />
      <TextArea
        key={key('seoDescription')}
        {...field('seoDescription')}
        hint={words.seoDescriptionHint(SHOWN_DESCRIPTION)}
        rows={3}
        maxLength={DETAIL_LENGTHS.seoDescription}
      />
      <TextField
        key={key('slug')}
        {...field('slug')}
        hint={edit ? words.slugHint : words.newSlugHint}
        maxLength={SLUG_MAX_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
      />
      <GoogleCategoryField
        key={googleCategory?.key}
        value={googleCategory?.value}
        hint={words.googleCategoryHint}
        error={errors.googleCategory}
      />
    </FormSection>
  );
}
