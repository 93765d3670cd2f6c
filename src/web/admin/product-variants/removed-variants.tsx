/** The stored variants that saving the form will delete. */
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { addVariant, describeVariant, listUnsold } from './variant-drafts.ts';
import { parseDrafts, toFieldName } from './variant-texts.ts';

/** Combinations of values that aren't sold, each with a button that sells it. */

export function UnsoldVariants({ variants: { drafts, change }, readPrice }: { variants: Variants; readPrice: () => string }) {
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

export function RemovedVariants({ variants: { isOn, drafts, shown, undo } }: { variants: Variants }) {
  const stored = useMemo(() => parseDrafts(shown), [shown]);
  const ids = new Set(drafts.variants.map(({ _id }) => _id));
  const removed = isOn ? stored.variants.filter(({ _id }) => !ids.has(_id)) : stored.variants;
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
