/** The destination of backups: a folder, or a bucket of an S3-compatible store. A backup gets its name only once it is complete. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY, MEGABYTE } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublicFetch } from '../../../platform/http/public-fetch.ts';
import { parseStorageUrl, type S3Config } from '../../../platform/settings/storage-config.ts';
import {
  connectToS3,
  type FetchSigned,
  listObjects,
  readXmlText,
  type S3Limits,
  type SendToS3,
} from '../../../platform/storage/s3-client.ts';
import { BackupError } from './backup-format.ts';

export interface StoredFile {
  name: string;
  bytes: number;
}

export interface BackupDestination {
  /** Where the file is written until it is complete. */
  tempFile: string;
  /** Gives a complete file its name. Returns its location in the form that `restore` takes. */
  publish: (name: string) => Promise<string>;
  /** What may be backups. */
  list: () => Promise<StoredFile[]>;
  delete: (name: string) => Promise<void>;
}

export interface S3Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** How to reach a bucket of backups. */
export interface S3Access {
  readonly s3Keys: S3Keys | null;
  /** Milliseconds for a part, which is larger than an image, and for which no page waits. */
  readonly timeout: number;
  /** If given, it refuses hosts outside of the public internet. */
  readonly publicFetch?: PublicFetch;
}

const TEMP_NAME = /^\.storefront-[\w.-]+\.partial$/;
/** At most 10,000 parts: 160 GB. */
const S3_PART = 16 * MEGABYTE;

export const isS3Url = (text: string) => text.startsWith('s3://');

/** Explains errors of a folder or store to an operator, and what can be done about them. */
export function toDestinationError(location: string, error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const cause = error instanceof AppError ? error.cause : error;
  if (error instanceof AppError && cause instanceof Error) return new BackupError('target', cause.message, { cause });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError('target', `There is no room left for a backup in ${location}`, { cause });
  if (code === 'EEXIST') return new BackupError('target', `${location} is there already. Choose another name`, { cause });
  if (['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOENT'].includes(code))
    return new BackupError('target', `A backup can't be written to ${location} (${code})`, { cause });
  return error;
}

/** Deletes files left by killed processes. Another shop may be writing to the same folder, so only old ones. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!TEMP_NAME.test(name)) continue;
    const file = path.join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > DAY) await rm(file, { force: true });
  }
}

/** Throws if the folder can't be read. */
export async function listFolder(folder: string): Promise<StoredFile[]> {
  const sizes = (await readdir(folder)).map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => null);
    return found?.isFile() ? [{ name, bytes: found.size }] : [];
  });
  return (await Promise.all(sizes)).flat();
}

export async function openFolderDestination(folder: string, tempName: string): Promise<BackupDestination> {
  try {
    await mkdir(folder, { recursive: true });
    await removeLeftovers(folder);
  } catch (error) {
    throw toDestinationError(folder, error);
  }
  const tempFile = path.join(folder, `.storefront-${tempName}.partial`);
  return {
    tempFile,
    publish: async (name) => {
      const file = path.join(folder, name);
      // An empty file is created first, so that if two are made at once, the second is refused instead of replacing the first.
      await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error) => {
        throw toDestinationError(file, error);
      });
      await rename(tempFile, file);
      if (process.platform !== 'win32') {
        const handle = await open(folder, 'r');
        await handle.sync().finally(() => handle.close());
      }
      return file;
    },
    list: () => listFolder(folder),
    delete: (name) => rm(path.join(folder, name), { force: true }),
  };
}

async function* readParts(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: MEGABYTE }) as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    if (size < S3_PART) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  yield Buffer.concat(parts);
}

/** A store answers with a part at most, or a page of names. */
const MAX_ANSWER = 2 * S3_PART;

const fetchPublicly =
  (publicFetch: PublicFetch): FetchSigned =>
  async (signed, body, timeout) => {
    const { method, url } = signed;
    const answer = await publicFetch(url, {
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
      maxBytes: MAX_ANSWER,
      timeout,
    });
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    return { status: answer.status, headers: new Headers(headers.map((it) => [...it])), bytes: answer.body };
  };

/** `limits`: absent, those for backups, with retries. */
export function connectToBucket(url: string, access: S3Access, limits?: S3Limits): { config: S3Config; send: SendToS3 } {
  const config = parseS3Url(url, access);
  return { config, send: connectToS3(config, limits, access.publicFetch && fetchPublicly(access.publicFetch)) };
}

/** Uploads in parts, which the store joins to an object only at the end. */
export async function upload(send: SendToS3, key: string, file: string): Promise<void> {
  const started = await send({ method: 'POST', key, query: { uploads: '' } });
  const uploadId = readXmlText(started.bytes.toString(), 'UploadId');
  try {
    const tags: string[] = [];
    for await (const body of readParts(file)) {
      const { headers } = await send({ method: 'PUT', key, body, query: { partNumber: String(tags.length + 1), uploadId } });
      tags.push(headers.get('etag') ?? '');
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const { bytes } = await send({ method: 'POST', key, body, query: { uploadId } });
    // The store may answer 200 with an error in the body.
    if (bytes.includes('<Error>')) throw new BackupError('target', 'The store could not put the parts of the backup together');
  } catch (error) {
    await send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }).catch(() => undefined);
    throw error;
  }
}

function parseS3Url(url: string, { s3Keys, timeout }: S3Access): S3Config {
  if (!s3Keys)
    throw new BackupError('target', 'A bucket needs BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY, or STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY');
  try {
    return { ...parseStorageUrl(url), ...s3Keys, readTimeout: timeout, writeTimeout: timeout };
  } catch (error) {
    throw new BackupError('target', `The URL ${error instanceof Error ? error.message : error}`);
  }
}

export function openS3Destination(url: string, access: S3Access, tempFile: string, limits?: S3Limits): BackupDestination {
  const { config, send } = connectToBucket(url, access, limits);
  return {
    tempFile,
    publish: async (name) => {
      try {
        await upload(send, config.prefix + name, tempFile);
      } catch (error) {
        throw toDestinationError(`the bucket ${config.bucket}`, error);
      }
      await rm(tempFile);
      const published = new URL(url);
      published.pathname = `/${config.prefix}${name}`;
      return published.href;
    },
    list: async () => {
      const pages = await Array.fromAsync(listObjects(send, config.prefix));
      return pages.flat().map(({ key, bytes }) => ({ name: key.slice(config.prefix.length), bytes }));
    },
    delete: async (name) => void (await send({ method: 'DELETE', key: config.prefix + name, expected: [404] })),
  };
}

/** Downloads a backup from a bucket to a local file, range by range, so that it needs little memory. */
export async function download(url: string, access: S3Access, file: string): Promise<void> {
  const { config, send } = connectToBucket(url, access);
  const key = config.prefix.replace(/\/$/, '');
  const handle = await open(file, 'w', 0o600);
  try {
    for (let start = 0; ; start += S3_PART) {
      const range = `bytes=${start}-${start + S3_PART - 1}`;
      const { status, bytes } = await send({ method: 'GET', key, headers: { range }, expected: [416] });
      if (status === 416) break;
      await handle.write(bytes);
      if (bytes.length < S3_PART || status === 200) break;
    }
  } catch (error) {
    throw toDestinationError(`the bucket ${config.bucket}`, error);
  } finally {
    await handle.close();
  }
}
