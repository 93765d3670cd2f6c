/**
 * Fetches the images that rows name: by URL from hosts that the merchant allows, or by name from a folder. Those of a batch are fetched and stored
 * before its transaction begins, because fetching and resizing take seconds.
 */

import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAnimatedImage } from '../../../../../contract/animated-image.ts';
import { IMAGE_MAX_BYTES } from '../../../../../contract/limits.ts';
import { cutText, SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type PublicFetch, PublicFetchError } from '../../../../platform/http/public-fetch.ts';
import { addUpload } from '../../products/product.service.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { type ImageRules, isUsable, type PlannedImage, resolveImageName } from './plan-images.ts';

const TIMEOUT = 20 * SECOND;
const MAX_REDIRECTS = 3;

const createImageError = (name: string, why: string, cause?: unknown) =>
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
    if (status !== 200) throw createImageError(url, `can't be fetched: its server answered ${status}`);
    const type = headers['content-type'];
    // Some file stores give every file a binary type.
    if (typeof type === 'string' && !/^(image\/|application\/octet-stream|binary\/)/i.test(type))
      throw createImageError(url, `isn't an image, but ${type}`);
    return body;
  } catch (error) {
    if (error instanceof PublicFetchError) throw createImageError(url, `can't be fetched: ${error.message}`, error);
    throw error;
  }
}

function createInvalidImageError(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}

/** Resolves symbolic links before it checks, so that a link can't lead out of the folder. */
async function resolveInside(directory: string, name: string): Promise<string> {
  const outsideError = createInvalidImageError(`image ${name} is outside of the image folder`);
  const requested = path.resolve(directory, name);
  const isInside = (root: string, file: string) => file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  if (!isInside(path.resolve(directory), requested)) throw outsideError;
  const realFile = await realpath(requested);
  if (!isInside(await realpath(directory), realFile)) throw outsideError;
  return realFile;
}

/** Throws `invalid_request` unless it is a file inside the folder that isn't empty and has at most IMAGE_MAX_BYTES. */
export async function readImageFile(directory: string, name: string): Promise<Buffer> {
  if (name.includes('\u0000')) throw createInvalidImageError('image must not contain a NUL character');
  try {
    const realFile = await resolveInside(directory, name);
    const stats = await stat(realFile);
    if (!stats.isFile()) throw createInvalidImageError(`image ${name} isn't a file`);
    if (stats.size === 0) throw createInvalidImageError(`image ${name} is empty`);
    if (stats.size > IMAGE_MAX_BYTES) throw createInvalidImageError(`image ${name} is larger than 5 MB`);
    return await readFile(realFile);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw createInvalidImageError(`image ${name} doesn't exist`, error);
    throw createInvalidImageError(`image ${name} can't be read (${code || 'unknown reason'})`, error);
  }
}

type Context = Pick<Deps, 'db' | 'images' | 'now' | 'publicFetch'>;

/** An image that several products use is fetched once, as long as it is among this many most recent ones. */
const MAX_REMEMBERED = 1000;
/** Attempts per image, because a host may be unreachable for a moment. */
const TRIES = 2;
const PAUSE = SECOND;

/**
 * The ids of the images that a row names, in its order, null for those that it can't get; why those couldn't be fetched; and which of the others
 * are animated.
 */
export type FindImageIds = (images: PlannedImage[]) => { ids: (string | null)[]; problems: string[]; animated: string[] };

export interface ImageFetcher {
  fetch: (images: PlannedImage[], rules: ImageRules, signal: AbortSignal) => Promise<void>;
  /** Finds fetched images. Throws MissingImage for one that wasn't fetched. */
  createFinder: (rules: ImageRules) => FindImageIds;
}

/** Since the images were fetched, a product or an image of this shop has been deleted: the batch must be planned again. */
export class MissingImage extends Error {}
const isFetched = (it: Fetched | AppError | undefined): it is Fetched => it !== undefined && !(it instanceof AppError);

interface Fetched {
  /** Of the stored image. */
  id: string;
  isAnimated: boolean;
}

async function fetchTwice(work: () => Promise<Buffer>, signal: AbortSignal): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || signal.aborted || !(error instanceof AppError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

export function createImageFetcher(deps: Context): ImageFetcher {
  const fetched = new Map<string, Fetched | AppError>();
  const remember = (name: string, result: Fetched | AppError) => {
    fetched.delete(name);
    fetched.set(name, result);
  };
  const store = async (name: string, { hosts }: ImageRules, signal: AbortSignal) => {
    try {
      const bytes = await fetchTwice(() => fetchImage(deps.publicFetch, hosts, name, signal), signal);
      remember(name, { id: await addUpload(deps, bytes), isAnimated: isAnimatedImage(bytes) });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const message = error.message.startsWith('image ') ? error.message : `image ${cutText(name, 300)}: ${error.message}`;
      remember(name, new AppError('invalid_request', message, { issues: [{ path: 'image', code: 'unavailable', message }] }));
    }
  };
  return {
    fetch: async (images, rules, signal) => {
      for (const name of [...fetched.keys()].slice(0, Math.max(0, fetched.size - MAX_REMEMBERED))) fetched.delete(name);
      const isWanted = (name: string) => resolveImageName(name, rules) === null && !isFetched(fetched.get(name));
      const names = new Set(images.flatMap((image) => (isUsable(image) && isWanted(image.url) ? [image.url] : [])));
      await forEachConcurrently(names, (name) => store(name, rules, signal));
    },
    createFinder: (rules) => (images) => {
      const problems: string[] = [];
      const animated = new Set<string>();
      const ids = images.map((image) => {
        if (!isUsable(image)) return null;
        const result = resolveImageName(image.url, rules) ?? fetched.get(image.url);
        if (result === undefined) throw new MissingImage(image.url);
        if (typeof result === 'string') return result;
        if (!(result instanceof AppError)) {
          if (result.isAnimated) animated.add(image.url);
          return result.id;
        }
        problems.push(result.message);
        return null;
      });
      return { ids, problems, animated: [...animated] };
    },
  };
}
