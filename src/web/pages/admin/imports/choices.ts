/** The settings by which a file is read, while they are being changed. */
import { useState } from 'react';
import type { ImportChoices, ProductImport } from '../../../../contract/product-import.ts';

export interface Choices extends Omit<ImportChoices, 'mapping' | 'imageHosts'> {
  /** The field of each column; null if the format was changed, whose columns the server has yet to detect. */
  fields: (string | null)[] | null;
  imageHosts: string[];
}

const toChoices = ({ format, match, replacesImages, createsCategories, columns, hosts }: ProductImport): Choices => ({
  ...{ format, match, replacesImages, createsCategories },
  fields: columns.map(({ field }) => field),
  imageHosts: hosts.flatMap(({ host, isAllowed }) => (isAllowed ? [host] : [])),
});

export function toBody({ fields, ...choices }: Choices, { columns }: ProductImport): ImportChoices {
  const mapping = fields?.flatMap((field, index) => (field ? [[field, columns[index]?.title ?? '']] : []));
  return { ...choices, ...(mapping && { mapping: Object.fromEntries(mapping) as Record<string, string> }) };
}

/** Starts again when the server has checked the file. */
export function useChoices(shown: ProductImport) {
  const stored = toChoices(shown);
  const key = JSON.stringify(stored);
  const [edited, setEdited] = useState<{ key: string; choices: Choices } | null>(null);
  const choices = edited?.key === key ? edited.choices : stored;
  const change = (to: Partial<Choices>) => setEdited({ key, choices: { ...choices, ...to } });
  const changeField = (column: number, field: string | null) => {
    // A field can be read from one column only, so the other column loses it.
    const fields = (choices.fields ?? []).map((it, index) => (index === column ? field : field !== null && it === field ? null : it));
    change({ fields });
  };
  return { choices, change, changeField, isChanged: JSON.stringify(choices) !== key };
}
