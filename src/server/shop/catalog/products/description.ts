/**
 * A description as it was written, in one of two formats, to and from its columns. Lists, searches, carts and feeds read the plain text alone, so
 * that Markdown is parsed when it is saved, and when a product's page is answered: docs/decisions/0122-descriptions-in-markdown.md.
 */
import type { DetailedProduct } from '../../../../contract/product.ts';
import type { DescriptionFormat } from '../../../../contract/product-fields.ts';
import { renderMarkdown, toPlainText } from '../../content/pages/markdown.ts';

export interface DescriptionInput {
  description?: string | undefined;
  descriptionFormat?: DescriptionFormat | undefined;
  /** Of Markdown, where its plain text is known already. */
  descriptionText?: string | undefined;
}

interface DescriptionColumns {
  description: string;
  descriptionMarkdown: string | null;
}

/** Forms send line breaks as `\r\n`, which Markdown reads alike. */
const tidyMarkdown = (text: string): string => text.trim().replaceAll('\r\n', '\n');

/** A text without its format is plain: programs that know no Markdown mean what they send. */
export function toNewDescription({
  description,
  descriptionFormat,
  descriptionText,
}: DescriptionInput & { description: string }): DescriptionColumns {
  if (descriptionFormat !== 'markdown') return { description: description.trim(), descriptionMarkdown: null };
  const written = tidyMarkdown(description);
  return { description: descriptionText ?? toPlainText(renderMarkdown(written)), descriptionMarkdown: written };
}

/** Whether a product has this text already, whatever it is read as. */
export function hasDescription(text: string, stored: string, format: DescriptionFormat): boolean {
  return text.trim() === stored || (format === 'markdown' && tidyMarkdown(text) === stored);
}

/**
 * No columns if nothing changes. A text that was read before, and is sent back without its format, keeps it. A format that is sent alone
 * changes how the present text is read.
 */
export function toDescriptionColumns(
  { description, descriptionFormat, descriptionText }: DescriptionInput,
  current: DescriptionColumns,
): Partial<DescriptionColumns> {
  const shown = current.descriptionMarkdown ?? current.description;
  const format = current.descriptionMarkdown === null ? 'text' : 'markdown';
  const isSame = (description === undefined || hasDescription(description, shown, format)) && (descriptionFormat ?? format) === format;
  return isSame ? {} : toNewDescription({ description: description ?? shown, descriptionFormat, descriptionText });
}

/** With the elements that its page shows. */
export const withDescriptionContent = (product: DetailedProduct): DetailedProduct =>
  product.descriptionFormat === 'markdown' ? { ...product, descriptionContent: renderMarkdown(product.description) } : product;
