/** What a form of a product sends of its options and variants, and what the server's refusal says of them. */
import type { ProductImageInput, ProductOption, VariantsInput } from '../../../contract/product-fields.ts';
import { isApiError } from '../../api.ts';
import type { FormImage } from '../product-form/use-image-list.ts';
import type { VariantDrafts } from './variant-drafts.ts';
import { toFieldIssue, toRequest } from './variant-texts.ts';

/** Nothing where they are as they were shown. `uploaded`: the form's images, in their order, by their URLs. */
export function toVariantsBody(
  typed: string,
  shown: string,
  items: FormImage[],
  uploaded: ProductImageInput[],
): { options?: ProductOption[]; variants?: VariantsInput } {
  if (typed === shown) return {};
  if (!typed) return { options: [] };
  const findUrl = (image: string) => uploaded[items.findIndex(({ key }) => key === image)]?.url;
  return toRequest(typed, shown, findUrl);
}

/** Each issue at the field that it was typed into. */
export function describeIssues(error: unknown, drafts: VariantDrafts): unknown {
  if (isApiError(error)) error.issues = error.issues.map((issue) => toFieldIssue(drafts, issue));
  return error;
}

/** Of the product's own field, which is disabled while the product has options. */
export function readOwnPrice(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem('price');
  return field instanceof HTMLInputElement ? field.value.trim() : '';
}
