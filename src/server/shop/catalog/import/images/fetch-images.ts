/** Fetches and stores the images that a batch of rows names, before its transaction begins, because fetching and resizing take seconds. */
import { isAnimatedImage } from '../../../../../contract/animated-image.ts';
import { cutText, SECOND } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { addUpload } from '../../products/product.service.ts';
import { forEachConcurrently } from '../rows/for-each-concurrently.ts';
import type { RowPlan } from '../rows/plan-rows.ts';
import type { FindImageIds } from '../runs/write-plans.ts';
import { type ImageRules, resolveImageName } from './image-names.ts';
import { fetchImage } from './image-url.ts';
import { isUsable } from './plan-images.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now' | 'publicFetch'>;

/** An image that several products name is fetched once, while it is among this many most recent ones. */
const REMEMBERED = 1000;
/** A host may be unreachable for a moment. */
const TRIES = 2;
const PAUSE = SECOND;

export interface ImageFetcher {
  fetch: (plans: RowPlan[], rules: ImageRules, signal: AbortSignal) => Promise<void>;
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
  const listNames = (plans: RowPlan[]) =>
    plans.flatMap((plan) =>
      plan.kind === 'create' || plan.kind === 'update' ? (plan.images ?? []).filter(isUsable).map(({ url }) => url) : [],
    );

  return {
    fetch: async (plans, rules, signal) => {
      for (const name of [...fetched.keys()].slice(0, Math.max(0, fetched.size - REMEMBERED))) fetched.delete(name);
      const names = new Set(listNames(plans).filter((name) => resolveImageName(name, rules) === null && !isFetched(fetched.get(name))));
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
