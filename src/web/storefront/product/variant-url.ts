/** The choice in a product page's URL. */
import { isUuid } from '../../../contract/values.ts';

export const VARIANT_PARAM = 'variant';

/** Empty if the URL names no variant, or something that is no id. */
export function readVariantId(search: URLSearchParams): string {
  const id = search.get(VARIANT_PARAM) ?? '';
  return isUuid(id) ? id : '';
}

export const buildVariantUrl = (id: string): string => (id ? `?${VARIANT_PARAM}=${id}` : '');
