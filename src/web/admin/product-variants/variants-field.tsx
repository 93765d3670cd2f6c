/** A product's options with their values, and the table of its variants. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { OPTIONS_MAX } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { SwitchField } from '../../kit/field.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import type { ImageList } from '../product-form/use-image-list.ts';
import { FillFields } from './fill-fields.tsx';
import { productVariants as words } from './messages.ts';
import { OptionField } from './option-field.tsx';
import type { Variants } from './use-variants.ts';
import { addOption, addVariant, describeVariant, listChosenFrom, listUnsold, moveOption, removeOption } from './variant-drafts.ts';
import { VariantTable } from './variant-table.tsx';
import { parseDrafts, toFieldName } from './variant-texts.ts';

/** Combinations of values that aren't sold, each with a button that sells it. */
function UnsoldVariants({ variants: { drafts, change }, readPrice }: { variants: Variants; readPrice: () => string }) {
  const unsold = listUnsold(drafts);
  const addedKey = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there once the variants are
  useEffect(() => {
    if (addedKey.current !== null) document.getElementsByName(toFieldName('price', addedKey.current))[0]?.focus();
    addedKey.current = null;
  }, [drafts.variants]);

  if (!unsold.length) return null;
  return (
    <section>
      <h3 className="text-small font-[560] tracking-normal">{words.unsold}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {unsold.map((values) => {
          const name = describeVariant(drafts, { values });
          return (
            <li key={name} className="min-w-0">
              <Button
                variant="secondary"
                size="small"
                aria-label={words.addVariant(name)}
                className="max-w-full rounded-full whitespace-normal"
                onClick={() => {
                  addedKey.current = drafts.nextKey;
                  change((it) => addVariant(it, values, readPrice()));
                }}
              >
                <span aria-hidden="true">+</span> <bdi>{name}</bdi>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const MAX_NAMED = 12;

/** The stored variants that saving the form will delete. */
function RemovedVariants({ variants: { isOn, drafts, shown, undo } }: { variants: Variants }) {
  const stored = useMemo(() => parseDrafts(shown), [shown]);
  const removed = useMemo(() => {
    const ids = new Set(drafts.variants.map(({ _id }) => _id));
    return isOn ? stored.variants.filter(({ _id }) => !ids.has(_id)) : stored.variants;
  }, [drafts.variants, isOn, stored]);
  const named = removed.slice(0, MAX_NAMED).map((it) => {
    const name = describeVariant(stored, it);
    return it.quantity === '0' ? name : words.withStock(name, it.quantity);
  });
  if (removed.length > MAX_NAMED) named.push(words.more(removed.length - MAX_NAMED));
  return (
    <div role="status" className="mt-4 empty:hidden">
      {removed.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-caution/40 bg-caution/6 p-3">
          <p className="min-w-0 flex-1 basis-60 text-small text-caution">
            {isOn ? (
              <>
                {words.removed(removed.length)} <bdi className="font-[560]">{named.join(', ')}</bdi>
              </>
            ) : (
              words.removedAll
            )}
          </p>
          {isOn && undo && (
            <Button
              variant="secondary"
              size="small"
              onClick={(event) => {
                // The pressed button is about to disappear.
                event.currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[role="switch"]')?.focus();
                undo();
              }}
            >
              {words.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface VariantsFieldProps {
  variants: Variants;
  images: ImageList;
  errors: FormState['errors'];
  /** Reads the price of a new variant from the product's own field. */
  readPrice: () => string;
  /** The product's own stock, where it has no options yet. */
  ownStock?: string | undefined;
}

export function VariantsField({ variants, images, errors, readPrice, ownStock = '0' }: VariantsFieldProps) {
  const { isOn, setIsOn, drafts, change, remove } = variants;
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const fillIn = useEffectEvent((values: FormData) => {
    // Of thousands of variants some rows are shown, so the fields in them aren't what the form holds.
    for (const name of new Set(values.keys())) if (name.startsWith('variant-')) values.delete(name);
    values.set('variants', variants.serialize());
  });
  // Only when the form is read: as text, thousands of variants take longer than a key may.
  useEffect(() => {
    const form = hidden.current?.form;
    const handle = ({ formData }: FormDataEvent) => fillIn(formData);
    form?.addEventListener('formdata', handle);
    return () => form?.removeEventListener('formdata', handle);
  }, []);
  const hasVariants = listChosenFrom(drafts).length > 0;
  const [newKey, setNewKey] = useState<number | null>(null);

  const switchOptions = (isNowOn: boolean) => {
    // The first option is there, without a name: that is typed next.
    if (isNowOn && !drafts.options.length) setNewKey(drafts.nextKey);
    setIsOn(isNowOn);
  };
  const moveTo = (key: number, by: number, name: string) => {
    const position = drafts.options.findIndex((it) => it.key === key) + by + 1;
    setAnnouncement(words.moved(name, position, drafts.options.length));
    change((it) => moveOption(it, key, by));
  };
  return (
    <fieldset data-wide={isOn || undefined} className="min-w-0 rounded-card border border-line p-4 sm:p-5">
      <legend className="px-1 text-small font-[560]">{words.legend}</legend>
      <input ref={hidden} type="hidden" name="variants" />
      <SwitchField label={words.switch} hint={words.switchHint} checked={isOn} onChange={(event) => switchOptions(event.target.checked)} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isOn && (
        <div className="mt-5 grid gap-5">
          {!variants.shown && ownStock !== '0' && <p className="text-small text-caution">{words.stockEnds(ownStock)}</p>}
          <ol ref={list} className="grid max-w-text gap-4">
            {drafts.options.map((option, index) => (
              <OptionField
                key={option.key}
                option={option}
                index={index}
                count={drafts.options.length}
                isNew={option.key === newKey}
                variants={variants}
                errors={errors}
                readPrice={readPrice}
                announce={setAnnouncement}
                move={(by, name) => moveTo(option.key, by, name)}
                remove={() => {
                  remove((it) => removeOption(it, option.key));
                  list.current?.parentElement?.querySelector<HTMLElement>('[data-add-option]')?.focus();
                }}
              />
            ))}
          </ol>
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            data-add-option
            aria-disabled={drafts.options.length >= OPTIONS_MAX || undefined}
            onClick={() => {
              if (drafts.options.length >= OPTIONS_MAX) return;
              setNewKey(drafts.nextKey);
              change(addOption);
            }}
          >
            {drafts.options.length ? words.addOption : words.addFirstOption}
          </Button>
          {hasVariants && (
            <>
              <FillFields variants={variants} images={images} announce={setAnnouncement} />
              <VariantTable variants={variants} images={images} errors={errors} />
              <UnsoldVariants variants={variants} readPrice={readPrice} />
            </>
          )}
          {errors.variants && (
            <p role="alert" className="text-small text-danger">
              {errors.variants}
            </p>
          )}
        </div>
      )}
      <RemovedVariants variants={variants} />
    </fieldset>
  );
}
