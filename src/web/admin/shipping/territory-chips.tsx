/** The countries and regions that were picked; each is removed by its button. */

import type { Territory } from '../../../contract/countries.ts';
import { classNames } from '../../kit/class-names.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import { shippingSettings as words } from './messages.ts';
import { nameTerritory } from './territories.ts';

interface TerritoryChipsProps {
  places: Territory[];
  /** The form name of the territory at this index. */
  name: (index: number) => string;
  errors: Record<string, string>;
  remove: (index: number) => void;
}

export function TerritoryChips({ places, name, errors, remove }: TerritoryChipsProps) {
  if (!places.length) return null;
  const wrong = places.flatMap((place, index) => {
    const error = errors[name(index)];
    return error ? [{ label: nameTerritory(place), error }] : [];
  });
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {places.map((place, index) => {
          const label = nameTerritory(place);
          const isWrong = Boolean(errors[name(index)]);
          return (
            <li
              key={label}
              className={classNames(
                'flex min-w-0 items-center rounded-full border bg-ground pl-3.5 text-small',
                isWrong ? 'border-danger text-danger' : 'border-line',
              )}
            >
              <span className="min-w-0 wrap-anywhere">{label}</span>
              <button
                type="button"
                name={name(index)}
                aria-label={words.removePlace(label)}
                aria-invalid={isWrong || undefined}
                onClick={() => remove(index)}
                className="inline-flex size-10 shrink-0 items-center justify-center rounded-full text-soft hover:text-ink"
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          );
        })}
      </ul>
      {wrong.map(({ label, error }) => (
        <p key={label} className="text-small text-danger">
          {words.at(label, error)}
        </p>
      ))}
    </>
  );
}
