/** The choice in a product page's URL. */
import { isUuid } from '../../../../contract/uuid.ts';

export const VARIANT_PARAM = 'variant';

/** Empty where nothing is chosen, or no id stands there. */
export function readVariantId(search: URLSearchParams): string {
  const id = search.get(VARIANT_PARAM) ?? '';
  return isUuid(id) ? id : '';
}

export const buildVariantUrl = (id: string): string => (id ? `?${VARIANT_PARAM}=${id}` : '');
