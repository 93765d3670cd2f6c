/** Combinations of values that aren't sold, each with a button that sells it. */
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { addVariant, describeVariant, listUnsold } from './variant-drafts.ts';
import { toFieldName } from './variant-texts.ts';

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
