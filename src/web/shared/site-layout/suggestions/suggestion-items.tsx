/** The parts of the list of suggestions. */
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { useAvailableHeight } from '../../../kit/hooks/use-available-height.ts';
import { SearchIcon } from '../../../kit/icons.tsx';
import { Listbox, Option } from '../../../kit/listbox.tsx';
import { suggestions as say } from '../../messages/storefront.ts';
import { IMAGE_SIZES, ProductImage } from '../../products/product-image.tsx';

/** At least as wide as the search input, and no taller than the space above a phone's keyboard. */
export function SuggestionList({ id, children }: { id: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const availableHeight = useAvailableHeight(list);
  return (
    <Listbox
      ref={list}
      id={id}
      label={say.label}
      style={{ maxHeight: availableHeight }}
      className="mt-2 max-md:-mx-2 md:right-auto md:left-1/2 md:w-full md:min-w-104 md:-translate-x-1/2"
    >
      {children}
    </Listbox>
  );
}

const groupSeparator = 'not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5';

export function OptionGroup({ label, children }: { label: string; children: ReactNode[] }) {
  const id = useId();
  if (!children.length) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-labelledby={id} className={groupSeparator}>
      <div id={id} aria-hidden="true" className="px-3 pt-1.5 pb-1 text-small font-[560] text-soft">
        {label}
      </div>
      {children}
    </div>
  );
}

type OptionProps = Omit<ComponentProps<typeof Option>, 'children'>;

interface SuggestionOptionProps {
  option: OptionProps;
  image: string;
  name: string;
  note: ReactNode;
}

export function SuggestionOption({ option, image, name, note }: SuggestionOptionProps) {
  return (
    <Option {...option}>
      <span className="my-1 size-10 shrink-0 overflow-hidden rounded-control">
        <ProductImage image={image} alt="" sizes={IMAGE_SIZES.thumbnail} isEager />
      </span>
      <span className="min-w-0 grow py-1.5">
        <bdi className="line-clamp-2 leading-snug">{name}</bdi>
      </span>{' '}
      <span className="tabular-nums shrink-0 text-soft">{note}</span>
    </Option>
  );
}

/** The last option: all results. */
export function AllResultsOption({ option, keyword }: { option: OptionProps; keyword: string }) {
  return (
    <div className={groupSeparator}>
      <Option {...option}>
        <span className="flex w-10 shrink-0 justify-center text-soft">
          <SearchIcon />
        </span>
        <bdi className="line-clamp-1 min-w-0 py-1.5">{say.all(keyword)}</bdi>
      </Option>
    </div>
  );
}
