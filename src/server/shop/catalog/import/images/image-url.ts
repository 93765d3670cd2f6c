/** Fetches the images that rows name by URL, from hosts that the merchant allows. */
import { IMAGE_MAX_BYTES } from '../../../../../contract/limits.ts';
import { cutText, SECOND } from '../../../../../contract/values.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type PublicFetch, PublicFetchError } from '../../../../platform/http/public-fetch.ts';

const TIMEOUT = 20 * SECOND;
const MAX_REDIRECTS = 3;

/** The host of an image's URL; null where it is none. */
export function findImageHost(name: string): string | null {
  if (!/^https?:\/\//i.test(name) || !URL.canParse(name)) return null;
  return new URL(name).hostname;
}

const refuse = (name: string, why: string, cause?: unknown) =>
  new AppError('invalid_request', `image ${cutText(name, 300)} ${why}`, { cause });

/** Throws `invalid_request` for what can't be fetched. */
export async function fetchImage(publicFetch: PublicFetch, hosts: ReadonlySet<string>, url: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    const { status, headers, body } = await publicFetch(url, {
      maxBytes: IMAGE_MAX_BYTES,
      timeout: TIMEOUT,
      maxRedirects: MAX_REDIRECTS,
      isHostAllowed: (host) => hosts.has(host),
      headers: { accept: 'image/*' },
      ...(signal && { signal }),
    });
    if (status !== 200) throw refuse(url, `was answered with ${status}`);
    const type = headers['content-type'];
    // Some file stores call every file "bytes".
    if (typeof type === 'string' && !/^(image\/|application\/octet-stream|binary\/)/i.test(type))
      throw refuse(url, `is no image, but ${type}`);
    return body;
  } catch (error) {
    if (error instanceof PublicFetchError) throw refuse(url, `can't be fetched: ${error.message}`, error);
    throw error;
  }
}
