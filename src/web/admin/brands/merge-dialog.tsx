/** Merges a brand into another one, which is found by its name. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type ListedBrand, listBrands, mergeBrand } from '../../../contract/brand.ts';
import { BRAND_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { usePausedText } from '../parts/list-controls.tsx';
import { brands as words } from './messages.ts';

/** Brands to choose from; who has more types a part of the name. */
const SHOWN = 8;

interface MergeDialogProps {
  brand: ListedBrand;
  close: () => void;
  onMerged: () => void;
}

export function MergeDialog({ brand, close, onMerged }: MergeDialogProps) {
  const [typed, setTyped] = useState('');
  const keyword = usePausedText(typed.trim());
  const found = useLoad(`brands to merge into ${keyword}`, (it, signal) =>
    it(listBrands, { query: { limit: SHOWN + 1, ...(keyword && { keyword }) }, signal }),
  );
  const others = found.data?.brands.filter(({ _id }) => _id !== brand._id).slice(0, SHOWN);
  const form = useForm({
    onSubmit: async (values) => {
      const into = readField(values, 'into');
      if (!into) throw createValidationError(words.chooseOther);
      const { brand: kept, isMoving } = await api(mergeBrand, { params: { id: brand._id }, body: { into } });
      toast.success((isMoving ? words.moving : words.merged)(kept.name));
      onMerged();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.mergeFailed);
      return undefined;
    },
  });
  return (
    <Dialog title={words.mergeTitle(brand.name)} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="text-soft">{words.mergeHint(brand.name, brand.count)}</p>
        <TextField
          label={words.search}
          type="search"
          value={typed}
          maxLength={BRAND_NAME_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // Enter searches, and must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <fieldset aria-busy={!others || undefined}>
          <legend className="mb-1.5 text-small font-[560]">{words.mergeInto}</legend>
          <div className="grid divide-y divide-line border-y border-line">
            {others?.map(({ _id, name, count }) => (
              <label key={_id} className="flex min-h-11 items-center gap-3 py-2">
                <input type="radio" name="into" value={_id} className="size-4.5 shrink-0 accent-accent" />
                <bdi className="min-w-0 grow wrap-anywhere">{name}</bdi>
                <span className="shrink-0 text-small text-soft">{words.count(count)}</span>
              </label>
            ))}
          </div>
          {others?.length === 0 && <p className="text-small text-soft">{words.noOther}</p>}
        </fieldset>
        <SubmitButton state={form}>{words.mergeConfirm}</SubmitButton>
      </Form>
    </Dialog>
  );
}
