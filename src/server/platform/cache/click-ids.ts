/**
 * Parameters that advertisers and mail programs add to links, with another value for each click or campaign. No page or endpoint uses them.
 */

const NAMES =
  'utm_[a-z_]+|[gd]clid|gbraid|wbraid|gad_[a-z]+|srsltid|_gl|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|yclid|mc_[ce]id|epik';

/** Leaves values with bytes of a surrogate (`%ed`) in place, because endpoints must refuse such URLs. */
const CLICK_ID = new RegExp(`[?&](?:${NAMES})=(?:[^&%]|%(?!ed))*(?=&|$)`, 'gi');

/** The URL without click ids; its other parameters keep their order and spelling. */
export function dropClickIds(url: string): string {
  const query = url.indexOf('?');
  if (query === -1) return url;
  const rest = url.slice(query).replace(CLICK_ID, '');
  return url.slice(0, query) + (rest.startsWith('&') ? `?${rest.slice(1)}` : rest);
}
