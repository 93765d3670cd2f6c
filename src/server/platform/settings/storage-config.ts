/** Where files are stored: settings STORAGE_URL, STORAGE, STORAGE_ACCESS_KEY, STORAGE_SECRET_KEY and their time limits. */

export interface S3Config {
  readonly bucket: string;
  /** Prefix of all keys, with a slash at its end; may be empty. */
  readonly prefix: string;
  /** The store's URL, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket is the first part of the path instead of the host. */
  readonly isPathStyle: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Milliseconds for one response of the store, and for storing a file; absent: the settings' defaults. */
  readonly readTimeout?: number;
  readonly writeTimeout?: number;
}

export interface StorageConfig {
  /** Null: files are only stored in DATA_DIR. */
  readonly s3: S3Config | null;
  /** Where new files are stored. Files in the other store, if there is one, are still found. */
  readonly writesTo: 'folder' | 's3';
}

type BucketAddress = Omit<S3Config, 'accessKey' | 'secretKey' | 'readTimeout' | 'writeTimeout'>;

export const BUCKET_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** With a slash at its end. */
export const PREFIX_PATTERN = /^([\w.-]+\/)*$/;
export const REGION_PATTERN = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = new Set(['endpoint', 'region', 'style']);
const STYLES = ['path', 'host'];

/**
 * Parses `s3://bucket[/prefix]?endpoint=https://…&region=…&style=path|host`. Without an endpoint it is AWS. Throws an Error whose message
 * says what is wrong without repeating the text, in case somebody put a key into it.
 */
export function parseStorageUrl(text: string): BucketAddress {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw new Error('must be a URL such as s3://bucket?endpoint=https://s3.example&region=eu-1');
  if (url.username || url.password) throw new Error('must not hold keys: STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY do');
  if (!BUCKET_PATTERN.test(url.host)) throw new Error('must name a bucket after s3://, in lower case');
  const prefix = url.pathname.replace(/^\/|\/$/g, '').replace(/.$/, '$&/');
  if (!PREFIX_PATTERN.test(prefix) || prefix.split('/').some((it) => it === '.' || it === '..'))
    throw new Error('must have a prefix of letters, digits, dots, dashes and slashes, or none');
  const { searchParams } = url;
  for (const name of searchParams.keys()) if (!PARAMETERS.has(name)) throw new Error('has a parameter besides endpoint, region and style');
  const region = searchParams.get('region') || 'us-east-1';
  if (!REGION_PATTERN.test(region)) throw new Error('must have a region such as eu-central-1');
  const given = searchParams.get('endpoint');
  const endpoint = given ? URL.parse(given) : new URL(`https://s3.${region}.amazonaws.com`);
  if (!endpoint || !['https:', 'http:'].includes(endpoint.protocol) || endpoint.username || endpoint.password || endpoint.search)
    throw new Error('must have an endpoint that is a URL of https or http, without keys');
  const style = searchParams.get('style') ?? (given ? 'path' : 'host');
  if (!STYLES.includes(style)) throw new Error('must have the style path or host');
  return { bucket: url.host, prefix, endpoint: endpoint.href, region, isPathStyle: style === 'path' };
}
