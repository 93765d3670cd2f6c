/** The choice of a manufacturer, by the key of its record. */
import type { ComponentProps } from 'react';
import { SelectField } from '../../kit/field.tsx';
import { useMakers } from './use-makers.ts';

interface MakerFieldProps extends Omit<ComponentProps<typeof SelectField>, 'children'> {
  /** What no choice means. */
  none: string;
}

/** What is chosen stays chosen until the list is there. */
export function MakerField({ none, defaultValue, ...field }: MakerFieldProps) {
  const makers = useMakers();
  const isKnown = !defaultValue || makers.some(({ key }) => key === defaultValue);
  return (
    <SelectField key={makers.length ? 'loaded' : 'loading'} defaultValue={defaultValue} {...field}>
      <option value="">{none}</option>
      {!isKnown && <option value={String(defaultValue)}>{String(defaultValue)}</option>}
      {makers.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
