/** A picture that a row names, read from the one folder where pictures may lie. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '../../contract/product.ts';
import { AppError } from '../errors.ts';

function refusal(message: string, cause?: unknown): AppError {
  return new AppError('invalid', message, { cause });
}

/** Links are followed first: one that leads out of the folder is outside. */
async function placeOf(directory: string, name: string): Promise<string> {
  const outside = refusal(`image ${name} lies outside the folder of pictures`);
  const wanted = path.resolve(directory, name);
  const isInside = (root: string, file: string) => file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  if (!isInside(path.resolve(directory), wanted)) throw outside;
  const place = await realpath(wanted);
  if (!isInside(await realpath(directory), place)) throw outside;
  return place;
}

/** Throws AppError `invalid` for whatever can't be read as a file of 1 byte to IMAGE_MAX_BYTES inside the folder. */
export async function readImageFile(directory: string, name: string): Promise<Buffer> {
  if (name.includes('\u0000')) throw refusal('image must not hold a NUL character');
  try {
    const place = await placeOf(directory, name);
    const found = await stat(place);
    if (!found.isFile()) throw refusal(`image ${name} isn't a file`);
    if (found.size === 0) throw refusal(`image ${name} is empty`);
    if (found.size > IMAGE_MAX_BYTES) throw refusal(`image ${name} is larger than 5 MB`);
    return await readFile(place);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refusal(`image ${name} isn't there`, error);
    throw refusal(`image ${name} can't be read (${code || 'unknown reason'})`, error);
  }
}
