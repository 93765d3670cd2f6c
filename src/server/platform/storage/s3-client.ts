/**
 * Signed requests to a bucket, each with a time limit and a few retries. aws4fetch signs them; why no larger client:
 * docs/decisions/0054-object-store.md.
 */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import pRetry from 'p-retry';
import { SECOND } from '../../../contract/time.ts';
import type { S3Config } from '../settings/storage-config.ts';
import { isWorthRetrying, StorageError, toAppError } from './s3-errors.ts';
import { type ListedObject, readListPage, readXmlText } from './s3-xml.ts';

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
export function connectToS3(config: S3Config, limits: S3Limits = toLimits(config)): SendToS3 {
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
    let response: Response;
    let bytes: Buffer;
    try {
      const timeout = body ? limits.writeTimeout : limits.readTimeout;
      response = await fetch(signed, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
      bytes = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      const message = `${method} in ${target} failed: ${describeFailure(error)}`;
      throw new StorageError(message, { status: null, reason: '', cause: error });
    }
    const { status } = response;
    if (response.ok || expected.includes(status)) return { status, headers: response.headers, bytes };
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
