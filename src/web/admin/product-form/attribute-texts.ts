/** The attributes of a product as one text, and from the fields of its form. */
import type { Issue } from '../../../contract/errors.ts';
import type { Attribute } from '../../../contract/product-fields.ts';
import { createIssue, readField } from '../../shared/hooks/use-form.ts';

/** Converts attributes to a single text, because forms compare texts: what was shown, what was typed, and the current state. */
export const serializeAttributes = (attributes: readonly Attribute[]): string =>
  attributes.length ? JSON.stringify(attributes.map(({ name, value }) => [name, value])) : '';

export function parseAttributes(text: string): Attribute[] {
  if (!text) return [];
  return (JSON.parse(text) as [string, string][]).map(([name, value]) => ({ name, value }));
}

/** `Material: Wool, Color: Red` */
export const formatAttributes = (text: string): string =>
  parseAttributes(text)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');

/** Empty rows are left out; a half-empty one adds an issue that names its empty half. */
export function readAttributes(values: FormData, issues: Issue[]): Attribute[] {
  const keys = [...values.keys()].flatMap((name) => (name.startsWith('attributeName-') ? [name.slice('attributeName-'.length)] : []));
  return keys.flatMap((key) => {
    const name = readField(values, `attributeName-${key}`).trim();
    const value = readField(values, `attributeValue-${key}`).trim();
    if (!name && !value) return [];
    if (!name) issues.push(createIssue(`attributeName-${key}`, 'required'));
    if (!value) issues.push(createIssue(`attributeValue-${key}`, 'required'));
    return [{ name, value }];
  });
}
