/** The images of a product while its form is edited: stored images and chosen files, in order, each with its text. */

import { useEffect, useRef, useState } from 'react';
import { isAnimatedImage } from '../../../contract/animated-image.ts';
import { IMAGE_MAX_BYTES, PRODUCT_IMAGES_MAX } from '../../../contract/limits.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import { uploadImage } from '../../../contract/product-admin.ts';
import type { ProductImageInput } from '../../../contract/product-fields.ts';
import { api, isApiError } from '../../api.ts';
import { type UploadRequest, withImage } from '../parts/upload.tsx';
import { productForm as words } from './messages.ts';

/** Without HEIC: where a page doesn't take it, an iPhone sends its photos as JPEG. */
export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Why a file can't be uploaded, in words; null if it can. */
export function validateImageFile(file: File): string | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]s?$/i.test(file.name)) return words.heicImage;
  // Some systems know no type for AVIF.
  if (!file.type.startsWith('image/') && !/\.avif$/i.test(file.name)) return words.notAnImage;
  return file.size > IMAGE_MAX_BYTES ? words.imageTooLarge : null;
}

/** What an accepted file loses, in words; null: nothing. */
export async function describeLoss(file: File): Promise<string | null> {
  try {
    return isAnimatedImage(new Uint8Array(await file.arrayBuffer())) ? words.animatedImage : null;
  } catch {
    // The file is gone, or cut off: the upload says so.
    return null;
  }
}

/** URLs of uploaded files: after a failure they aren't uploaded again. The server keeps them for a day. */
const uploadedUrls = new WeakMap<File, string>();

/** Adds the file's name to what is wrong with it, since several were sent. */
function withFileName(error: unknown, { name }: File): unknown {
  if (isApiError(error) && error.status !== 0) error.message = words.imageFailed(name, error.message);
  return error;
}

/** Bytes of the files that aren't uploaded yet. */
export function countPendingBytes(images: FormImage[]): number {
  return images.reduce((sum, { file }) => sum + (file && !uploadedUrls.has(file) ? file.size : 0), 0);
}

/**
 * Uploads the files among a form's images, one after the other, and returns the URLs of all images. `after`: how many bytes will be sent after
 * these, for the progress.
 */
export async function uploadImages(images: FormImage[], { signal, fetchPart }: UploadRequest, after = 0): Promise<ProductImageInput[]> {
  const pending = images.flatMap(({ file }) => (file && !uploadedUrls.has(file) ? [file] : []));
  const total = countPendingBytes(images) + after;
  let sent = 0;
  for (const file of pending) {
    const fetcher = withImage(fetchPart(sent / total, (sent + file.size) / total), {}, file);
    const { image } = await api(uploadImage, { body: {}, signal, fetcher }).catch((error) => {
      throw withFileName(error, file);
    });
    uploadedUrls.set(file, image);
    sent += file.size;
  }
  return images.map(({ url, alt, file }) => ({ url: (file && uploadedUrls.get(file)) ?? url, alt: alt.trim() }));
}

export interface FormImage {
  key: string;
  /** URL of a stored image, or the browser's object URL of a file. */
  url: string;
  alt: string;
  /** Set if it isn't uploaded yet. */
  file?: File;
  /** The image that the file replaces. */
  replaced?: FormImage | undefined;
}

export type ImageList = ReturnType<typeof useImageList>;

/** As text, to compare what was shown, what was chosen, and the current state. A text that equals the product's name counts as empty. */
export function serializeImages({ images, name }: Pick<DetailedProduct, 'images' | 'name'>): string {
  return JSON.stringify(images.map(({ url, alt }) => ({ url, alt: alt === name ? '' : alt })));
}

const parseImages = (text: string): { url: string; alt: string }[] => (text ? JSON.parse(text) : []);

/** For people: the text of each image, or its position. */
export function describeImages(text: string): string {
  const images = parseImages(text);
  return images.map(({ url, alt }, index) => `${index + 1}. ${alt || (url.includes('/') ? words.noAlt : url)}`).join('\n');
}

const toItems = (text: string): FormImage[] => parseImages(text).map((it) => ({ ...it, key: it.url }));

/** `shown`: the form's initial images; it starts again with them when `revision` changes. */
export function useImageList({ value: shown, key: revision }: { value: string; key: string }) {
  const [state, setState] = useState(() => ({ revision, items: toItems(shown) }));
  const [error, setError] = useState<string | null>(null);
  /** What of the added files won't be shown. */
  const [loss, setLoss] = useState<string | null>(null);
  const nextKey = useRef(0);
  const previews = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const url of previews.current) URL.revokeObjectURL(url);
    },
    [],
  );
  if (state.revision !== revision) setState({ revision, items: toItems(shown) });
  const { items } = state;
  const setItems = (change: (items: FormImage[]) => FormImage[]) => setState((it) => ({ ...it, items: change(it.items) }));

  const toItem = (file: File): FormImage => {
    const url = URL.createObjectURL(file);
    previews.current.add(url);
    nextKey.current += 1;
    return { key: `file ${nextKey.current}`, url, alt: '', file };
  };

  return {
    items,
    error,
    loss,
    /** Null takes back the file that was chosen instead of the first image. */
    setFirst: (file: File | null) => {
      const item = file && toItem(file);
      setItems(([first, ...rest]) => {
        const replaced = first?.file ? first.replaced : first;
        if (item) return [{ ...item, ...(replaced && { replaced }) }, ...rest];
        return replaced ? [replaced, ...rest] : rest;
      });
    },
    add: (files: File[]) => {
      const rejected = files.flatMap((file) => {
        const reason = validateImageFile(file);
        return reason ? [`${file.name}: ${reason}`] : [];
      });
      const accepted = files.filter((file) => validateImageFile(file) === null);
      const free = PRODUCT_IMAGES_MAX - items.length;
      if (accepted.length > free) rejected.push(words.tooManyImages(PRODUCT_IMAGES_MAX));
      setError(rejected.join(' ') || null);
      const taken = accepted.slice(0, Math.max(0, free));
      setLoss(null);
      void Promise.all(taken.map(describeLoss)).then((losses) => {
        const texts = losses.flatMap((it, index) => (it ? [`${taken[index]?.name ?? ''}: ${it}`] : []));
        if (texts.length) setLoss(texts.join(' '));
      });
      const added = taken.map(toItem);
      setItems((before) => [...before, ...added]);
    },
    /** Removes a file that turned out not to be an image. */
    reject: (key: string) => {
      const item = items.find((it) => it.key === key);
      setError(`${item?.file?.name ?? ''}: ${words.imageInvalid}`);
      setItems((before) => before.filter((it) => it.key !== key));
    },
    /** The last image can't be removed. */
    remove: (key: string) => setItems((before) => (before.length > 1 ? before.filter((it) => it.key !== key) : before)),
    describe: (key: string, alt: string) => setItems((before) => before.map((it) => (it.key === key ? { ...it, alt } : it))),
    move: (key: string, to: number) =>
      setItems((before) => {
        const item = before.find((it) => it.key === key);
        if (!item || to < 0 || to >= before.length) return before;
        const rest = before.filter((it) => it !== item);
        return [...rest.slice(0, to), item, ...rest.slice(to)];
      }),
    /** What the form would save; files are represented by their names. */
    serialize: () => JSON.stringify(items.map(({ url, alt, file }) => ({ url: file?.name ?? url, alt: alt.trim() }))),
  };
}
