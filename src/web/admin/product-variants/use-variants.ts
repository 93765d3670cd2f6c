/** The options and variants of a product while its form is edited. */

import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Issue } from '../../../contract/errors.ts';
import type { ProductImageInput, ProductOption, VariantsInput } from '../../../contract/product-fields.ts';
import { isApiError } from '../../api.ts';
import type { FormImage } from '../product-form/use-image-list.ts';
import { addOption, EMPTY_DRAFTS, type VariantDrafts } from './variant-drafts.ts';
import { checkDrafts, parseDrafts, serializeDrafts, toFieldIssue, toRequest } from './variant-texts.ts';
import { listFaulty, ROWS_SHOWN, type VariantView, WHOLE_VIEW } from './variant-view.ts';

/** What the form sends of options and variants: nothing if they are as they were shown. `uploaded`: the form's images, in their order, by their URLs. */
export function toVariantsBody(
  typed: string,
  shown: string,
  items: FormImage[],
  uploaded: ProductImageInput[],
): { options?: ProductOption[]; variants?: VariantsInput } {
  if (typed === shown) return {};
  if (!typed) return { options: [] };
  const findUrl = (image: string) => uploaded[items.findIndex(({ key }) => key === image)]?.url;
  return toRequest(typed, shown, findUrl);
}

/** Each issue at the field that it was typed into, which is shown, wherever in the table it is. */
export function describeIssues(error: unknown, { drafts, reveal }: Pick<Variants, 'drafts' | 'reveal'>): unknown {
  if (isApiError(error)) {
    error.issues = error.issues.map((issue) => toFieldIssue(drafts, issue));
    reveal(error.issues);
  }
  return error;
}

/** Of the product's own field, which is disabled while the product has options. */
export function readOwnPrice(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem('price');
  return field instanceof HTMLInputElement ? field.value.trim() : '';
}

export type Variants = ReturnType<typeof useVariants>;
export type ChangeDrafts = (change: (drafts: VariantDrafts) => VariantDrafts) => void;

interface State {
  revision: string;
  /** When switched off, options and variants are kept, so that nothing is lost until the form is saved. */
  isOn: boolean;
  drafts: VariantDrafts;
  /** The state before something was removed, until the next change. */
  undo: VariantDrafts | null;
  view: VariantView;
}

const begin = (revision: string, text: string): State => ({
  revision,
  isOn: text !== '',
  drafts: parseDrafts(text),
  undo: null,
  view: WHOLE_VIEW,
});

/** `shown`: the form's initial state; it starts again with it when `revision` changes. */
export function useVariants({ value: shown, key: revision }: { value: string; key: string }) {
  const [state, setState] = useState(() => begin(revision, shown));
  if (state.revision !== revision) setState(begin(revision, shown));
  const { isOn, drafts, undo, view } = state;
  /** A field gets its error only while it is there. */
  const reveal = (issues: Issue[]) => {
    const only = listFaulty(drafts, issues);
    if (only.size && drafts.variants.length > ROWS_SHOWN) flushSync(() => setState((it) => ({ ...it, view: { ...WHOLE_VIEW, only } })));
  };

  return {
    view,
    setView: useCallback((change: (view: VariantView) => VariantView) => setState((it) => ({ ...it, view: change(it.view) })), []),
    reveal,
    /** What is wrong before anything is sent. */
    check: (): Issue[] => {
      const issues = isOn ? checkDrafts(drafts) : [];
      reveal(issues);
      return issues;
    },
    isOn,
    drafts,
    /** What is stored. */
    shown,
    setIsOn: (isNowOn: boolean) =>
      setState((it) => {
        const isFirst = isNowOn && it.drafts === EMPTY_DRAFTS;
        return { ...it, isOn: isNowOn, drafts: isFirst ? addOption(it.drafts) : it.drafts };
      }),
    change: useCallback<ChangeDrafts>((change) => setState((it) => ({ ...it, drafts: change(it.drafts), undo: null })), []),
    /** Like `change`, but can be undone. */
    remove: useCallback<ChangeDrafts>((change) => setState((it) => ({ ...it, drafts: change(it.drafts), undo: it.drafts })), []),
    undo: undo && (() => setState((it) => ({ ...it, drafts: undo, undo: null }))),
    /** What the form would save. */
    serialize: () => (isOn ? serializeDrafts(drafts) : ''),
  };
}
