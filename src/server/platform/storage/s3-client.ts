/**
 * Signed requests to a bucket, each with a time limit and a few retries. aws4fetch signs them; why no larger client:
 * docs/decisions/0054-object-store.md.
 */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import pRetry from 'p-retry';
import { SECOND } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import type { S3Config } from '../settings/storage-config.ts';

/** Reads what a store answers in XML. Such an answer is read by htmlparser2, which knows no entities but XML's own and loads nothing. */
export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** The elements with their text, in the order in which they end. One that the answer doesn't end itself isn't among them. */
function readElements(xml: string): { name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: () => {
        text = '';
      },
      ontext: (it) => {
        text += it;
      },
      onclosetag: (name, isImplied) => {
        if (!isImplied) elements.push({ name, text });
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return elements;
}

/** The text of the first element of this name; empty where there is none. */
export const readXmlText = (xml: string, name: string): string => readElements(xml).find((it) => it.name === name)?.text ?? '';

const NO_OBJECT: ListedObject = { key: '', bytes: 0, modifiedAt: new Date(0) };

export function readListPage(xml: string): { objects: ListedObject[]; isLast: boolean } {
  const elements = readElements(xml);
  if (elements.at(-1)?.name !== 'ListBucketResult')
    throw toAppError(new StorageError('The store answered with something else than the list of its objects', { status: 200, reason: '' }));
  const objects: ListedObject[] = [];
  let object: ListedObject = { ...NO_OBJECT };
  for (const { name, text } of elements) {
    if (name === 'Key') object.key = text;
    if (name === 'Size') object.bytes = Number(text);
    if (name === 'LastModified') object.modifiedAt = new Date(text);
    if (name !== 'Contents') continue;
    objects.push(object);
    object = { ...NO_OBJECT };
  }
  return { objects, isLast: !elements.some(({ name, text }) => name === 'IsTruncated' && text === 'true') };
}

/** Errors of an object store, distinguished by who has to do something about them. */

/** Its message says where and what, for the log and the operator; it never contains a key, a signature or the response's text. */
export class StorageError extends Error {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** The store's own code, such as AccessDenied. */
  readonly reason: string;

  constructor(message: string, { status, reason, cause }: { status: number | null; reason: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'StorageError';
    this.status = status;
    this.reason = reason;
  }
}

/** Codes of AWS, MinIO, Ceph and others for a full bucket or disk. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage', 'XMinioBucketQuotaExceeded']);
const isFull = ({ status, reason }: StorageError) => status === 507 || FULL.has(reason);

/** A full store or missing permissions won't change soon; a slow or incomplete response or a 5xx may be better at once. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof StorageError) || isFull(error)) return false;
  return error.status === null || error.status === 429 || error.status >= 500 || error.reason === 'RequestTimeout';
}

/** The error that the caller is told; its cause, with all details, is logged. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  if (isFull(error)) return new AppError('insufficient_storage', "The server's disk is full", { cause: error });
  return new AppError('unavailable', "Images can't be stored at the moment, please try again", { retryAfter: 5, cause: error });
}

export interface S3Limits {
  /** In milliseconds, for one attempt including the response. */
  readTimeout: number;
  writeTimeout: number;
  retries: number;
  /** In milliseconds, before the first retry; it doubles each time. */
  retryDelay: number;
}

/** All attempts together take less time than a proxy waits for a response. */
const S3_LIMITS: S3Limits = { readTimeout: 5 * SECOND, writeTimeout: 15 * SECOND, retries: 2, retryDelay: 200 };

const toLimits = ({ readTimeout, writeTimeout }: S3Config): S3Limits => ({
  ...S3_LIMITS,
  ...(readTimeout && { readTimeout }),
  ...(writeTimeout && { writeTimeout }),
});

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Key of an object; absent: the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses besides 2xx that aren't errors. */
  expected?: readonly number[];
}

export interface S3Response {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export type SendToS3 = (request: S3Request) => Promise<S3Response>;

/** Sends a signed request, and reads its whole response within so many milliseconds. Redirects aren't followed. */
export type FetchSigned = (signed: Request, body: Buffer | undefined, timeout: number) => Promise<S3Response>;

const fetchAnywhere: FetchSigned = async (signed, _body, timeout) => {
  const response = await fetch(signed, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** `https://bucket.host/` or, path-style, `https://host/bucket/`. */
function getBucketUrl({ endpoint, bucket, isPathStyle }: S3Config): URL {
  const url = new URL(endpoint);
  if (isPathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}/`;
  else url.host = `${bucket}.${url.host}`;
  return url;
}

/** As many as a store lists in one answer. */
const PAGE_SIZE = 1000;

/** The code in an error's XML: letters only, so that nothing else of the response gets into a log. */
const readReason = (xml: string): string => /^[A-Za-z.]{1,60}$/.exec(readXmlText(xml, 'Code'))?.[0] ?? '';

const describeFailure = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : String(cause);
};

/** Returns a function that sends a request and reads its whole response. An incomplete response is requested again, never passed on. */
export function connectToS3(config: S3Config, limits: S3Limits = toLimits(config), fetchSigned: FetchSigned = fetchAnywhere): SendToS3 {
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region, bucket } = config;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucketUrl = getBucketUrl(config);
  const target = `bucket ${bucket} at ${bucketUrl.host}`;

  async function attempt({ method, key = '', query = {}, headers = {}, body, expected = [] }: S3Request): Promise<S3Response> {
    const url = new URL(key, bucketUrl);
    // Stores expect a path-style URL of the bucket itself to be signed without a slash at its end.
    if (!key) url.pathname = url.pathname.replace(/\/$/, '');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The store compares it with what arrives, and refuses an incomplete body.
    const contentHash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': contentHash },
      ...(body && { body: new Uint8Array(body) }),
    });
    let response: S3Response;
    try {
      response = await fetchSigned(signed, body, body ? limits.writeTimeout : limits.readTimeout);
    } catch (error) {
      const message = `${method} in ${target} failed: ${describeFailure(error)}`;
      throw new StorageError(message, { status: null, reason: '', cause: error });
    }
    const { status, bytes } = response;
    if ((status >= 200 && status < 300) || expected.includes(status)) return response;
    const reason = readReason(bytes.toString());
    throw new StorageError(`${method} in ${target} was answered by ${status} ${reason}`.trim(), { status, reason });
  }

  return async (request) => {
    try {
      return await pRetry(() => attempt(request), {
        retries: limits.retries,
        minTimeout: limits.retryDelay,
        randomize: true,
        shouldRetry: ({ error }) => isWorthRetrying(error),
      });
    } catch (error) {
      throw toAppError(error);
    }
  };
}

/**
 * Page by page. Uses version 1 of this call, because every store supports it, and it continues after a key (`marker`) instead of by a token
 * of the store.
 */
export async function* listObjects(send: SendToS3, prefix: string): AsyncGenerator<ListedObject[]> {
  let marker = '';
  for (;;) {
    const query = { prefix, 'max-keys': String(PAGE_SIZE), ...(marker && { marker }) };
    const { objects, isLast } = readListPage((await send({ method: 'GET', query })).bytes.toString());
    yield objects;
    marker = objects.at(-1)?.key ?? '';
    if (!marker || isLast) return;
  }
}
