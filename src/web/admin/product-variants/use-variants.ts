/** The options and variants of a product while its form is edited. */
import { useCallback, useState } from 'react';
import { addOption, EMPTY_DRAFTS, type VariantDrafts } from './variant-drafts.ts';
import { parseDrafts, serializeDrafts } from './variant-texts.ts';

export type Variants = ReturnType<typeof useVariants>;
export type ChangeDrafts = (change: (drafts: VariantDrafts) => VariantDrafts) => void;

interface State {
  revision: string;
  /** When switched off, options and variants are kept, so that nothing is lost until the form is saved. */
  isOn: boolean;
  drafts: VariantDrafts;
  /** The state before something was removed, until the next change. */
  undo: VariantDrafts | null;
}

const begin = (revision: string, text: string): State => ({ revision, isOn: text !== '', drafts: parseDrafts(text), undo: null });

/** `shown`: the form's initial state; it starts again with it when `revision` changes. */
export function useVariants({ value: shown, key: revision }: { value: string; key: string }) {
  const [state, setState] = useState(() => begin(revision, shown));
  if (state.revision !== revision) setState(begin(revision, shown));
  const { isOn, drafts, undo } = state;

  return {
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
