/** Reads the image that a row names. Only files inside one folder can be read. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '../../../../../contract/limits.ts';
import { AppError } from '../../../../platform/errors.ts';

function createInvalidImageError(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}

/** Resolves symbolic links before it checks, so that a link can't lead out of the folder. */
async function resolveInside(directory: string, name: string): Promise<string> {
  const outsideError = createInvalidImageError(`image ${name} lies outside the folder of images`);
  const requested = path.resolve(directory, name);
  const isInside = (root: string, file: string) => file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  if (!isInside(path.resolve(directory), requested)) throw outsideError;
  const realFile = await realpath(requested);
  if (!isInside(await realpath(directory), realFile)) throw outsideError;
  return realFile;
}

/** Throws AppError `invalid_request` for whatever can't be read as a file of 1 byte to IMAGE_MAX_BYTES inside the folder. */
export async function readImageFile(directory: string, name: string): Promise<Buffer> {
  if (name.includes('\u0000')) throw createInvalidImageError('image must not hold a NUL character');
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
    if (code === 'ENOENT' || code === 'ENOTDIR') throw createInvalidImageError(`image ${name} isn't there`, error);
    throw createInvalidImageError(`image ${name} can't be read (${code || 'unknown reason'})`, error);
  }
}
