/** What advertisers and mail programs add to a link, one value for each click or campaign. No page and no endpoint knows these parameters. */

const NAMES =
  'utm_[a-z_]+|[gd]clid|gbraid|wbraid|gad_[a-z]+|srsltid|_gl|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|yclid|mc_[ce]id|epik';

/** Not with a byte of a surrogate (`%ed`), for which endpoints refuse a URL. */
const CLICK_ID = new RegExp(`[?&](?:${NAMES})=(?:[^&%]|%(?!ed))*(?=&|$)`, 'gi');

/** The URL as it was before the click, its other parameters in the order and the spelling that they had. */
export function dropClickIds(url: string): string {
  const query = url.indexOf('?');
  if (query === -1) return url;
  const rest = url.slice(query).replace(CLICK_ID, '');
  return url.slice(0, query) + (rest.startsWith('&') ? `?${rest.slice(1)}` : rest);
}
