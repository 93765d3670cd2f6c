/** The settings by which a file is read, while they are being changed. */
import { useState } from 'react';
import { STOCK_MAX } from '../../../contract/limits.ts';
import type { ImportChoices, ProductImport } from '../../../contract/product-import-fields.ts';

export interface Choices extends Omit<ImportChoices, 'mapping' | 'imageHosts' | 'uncountedStock'> {
  /** As it is typed: how many there are of what the file doesn't count. */
  stock: string;
  /** The field of each column; null if the format was changed, whose columns the server has yet to detect. */
  fields: (string | null)[] | null;
  imageHosts: string[];
}

const toChoices = ({ columns, hosts, uncountedStock, ...shown }: ProductImport): Choices => ({
  ...{ format: shown.format, match: shown.match, replacesImages: shown.replacesImages, createsCategories: shown.createsCategories },
  ...{ numbers: shown.numbers, hidesImageless: shown.hidesImageless },
  stock: uncountedStock === null ? '' : String(uncountedStock),
  fields: columns.map(({ field }) => field),
  imageHosts: hosts.flatMap(({ host, isAllowed }) => (isAllowed ? [host] : [])),
});

/** Null: it is no number of pieces. */
export function parseStock(text: string): number | null {
  const stock = Number(text.trim());
  return text.trim() && Number.isInteger(stock) && stock >= 0 && stock <= STOCK_MAX ? stock : null;
}

export function toBody({ fields, stock, ...choices }: Choices, { columns }: ProductImport): ImportChoices {
  const mapping = fields?.flatMap((field, index) => (field ? [[field, columns[index]?.title ?? '']] : []));
  return {
    ...choices,
    uncountedStock: parseStock(stock),
    ...(mapping && { mapping: Object.fromEntries(mapping) as Record<string, string> }),
  };
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
