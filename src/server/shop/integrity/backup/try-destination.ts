/** Tries where an owner wants backups to be, as a backup would use it: a file is written, read, listed and deleted. Says which field is wrong. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SECOND } from '../../../../contract/values.ts';
import { AppError, getErrorChain } from '../../../platform/errors.ts';
import { createPublicFetch, PublicFetchError } from '../../../platform/http/public-fetch.ts';
import { type S3Limits, type SendToS3, StorageError } from '../../../platform/storage/s3-client.ts';
import { refuse } from '../../connections/save-connection.ts';
import { connectToBucket, type S3Keys, toDestinationError, upload } from './backup-destination.ts';

/** Somebody waits for the answer. */
export const TRIAL_LIMITS: S3Limits = { readTimeout: 10 * SECOND, writeTimeout: 10 * SECOND, retries: 0, retryDelay: 0 };

/** Always the same, so that a bucket which deletes nothing holds one of it. */
const TRIAL_NAME = 'storefront-trial.txt';

/** Throws `connection_failed` where the folder can't be used. */
export async function tryFolder(base: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const [realBase, realFolder] = [await realpath(base), await realpath(folder)];
    // A link in it would lead elsewhere.
    if (path.relative(realBase, realFolder).startsWith('..')) throw refuse('folder', `${folder} leads out of ${base}`);
    // One of its own: two owners may try the same folder at once.
    const file = path.join(realFolder, `storefront-trial-${randomBytes(8).toString('hex')}.txt`);
    const content = randomBytes(64).toString('hex');
    await writeFile(file, content);
    const isSame = (await readFile(file, 'utf8').finally(() => rm(file, { force: true }))) === content;
    if (!isSame) throw refuse('folder', `${folder} gives back something else than was written there`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const explained = toDestinationError(folder, error);
    throw refuse('folder', explained instanceof Error ? explained.message : String(explained), error);
  }
}

type Action = 'write' | 'read' | 'list' | 'delete';

const RIGHTS: Record<Action, string> = { write: 'PutObject', read: 'GetObject', list: 'ListBucket', delete: 'DeleteObject' };
const WRONG_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
]);
const WRONG_SECRET = new Set(['SignatureDoesNotMatch', 'InvalidSignature']);
const UNKNOWN_KEY = new Set(['InvalidAccessKeyId', 'InvalidAccessKey', 'Unauthorized']);

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function explainSilence(error: StorageError, host: string): AppError {
  const chain = getErrorChain(error);
  const code = chain.find((it) => it instanceof PublicFetchError)?.code;
  const codes = chain.map((it) => ('code' in it ? String(it.code) : ''));
  if (code === 'private_address')
    return refuse('endpoint', `${host} isn't in the public internet. Whoever runs your server can allow it`, error);
  if (code === 'host_not_found') return refuse('endpoint', `There is no host ${host}`, error);
  if (code === 'timeout') return refuse('endpoint', `${host} didn't answer within ${TRIAL_LIMITS.readTimeout / SECOND} seconds`, error);
  if (codes.some((it) => CERTIFICATE.test(it))) return refuse('endpoint', `The certificate of ${host} isn't valid`, error);
  return refuse('endpoint', `${host} refuses the connection, or breaks it off`, error);
}

function explain(thrown: unknown, action: Action, host: string): unknown {
  const error = getErrorChain(thrown).find((it) => it instanceof StorageError);
  if (!error) return thrown;
  const { status, reason } = error;
  if (status === null) return explainSilence(error, host);
  if (WRONG_SECRET.has(reason)) return refuse('secretKey', "The secret key doesn't belong to this access key", error);
  if (UNKNOWN_KEY.has(reason) || status === 401) return refuse('accessKey', "The store doesn't know this access key", error);
  if (WRONG_REGION.has(reason) || (status >= 300 && status < 400)) return refuse('region', 'The bucket is in another region', error);
  if (reason === 'NoSuchBucket' || status === 404) return refuse('bucket', 'There is no bucket of this name', error);
  if (thrown instanceof AppError && thrown.code === 'insufficient_storage') return refuse('bucket', 'The bucket is full', error);
  if (status === 403) return refuse('accessKey', `This key may not ${action} in the bucket. It needs the right ${RIGHTS[action]}`, error);
  return refuse('endpoint', `${host} doesn't answer as a store does (${`${status} ${reason}`.trim()})`, error);
}

async function roundTrip(send: SendToS3, prefix: string, host: string): Promise<boolean> {
  const attempt = async <T>(action: Action, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, action, host);
    }
  };
  const key = prefix + TRIAL_NAME;
  const content = randomBytes(64).toString('hex');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storefront-trial-'));
  try {
    const file = path.join(folder, TRIAL_NAME);
    await writeFile(file, content);
    await attempt('write', () => upload(send, key, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { bytes } = await attempt('read', () => send({ method: 'GET', key }));
  if (bytes.toString() !== content) throw refuse('bucket', 'The store gives back something else than was written there');
  await attempt('list', () => send({ method: 'GET', query: { prefix, 'max-keys': '1' } }));
  try {
    await send({ method: 'DELETE', key });
    return true;
  } catch (error) {
    // A bucket that allows no deletion protects backups from an intruder in the shop.
    if (getErrorChain(error).some((it) => it instanceof StorageError && it.status !== null)) return false;
    throw explain(error, 'delete', host);
  }
}

/** Whether the bucket lets the shop delete. Throws `connection_failed` where it can't be used. `hosts`: of the own network, that are allowed. */
export async function tryBucket(url: string, s3Keys: S3Keys, hosts: readonly string[]): Promise<boolean> {
  const publicFetch = createPublicFetch({ privateHosts: hosts });
  const { config, send } = connectToBucket(url, { s3Keys, timeout: TRIAL_LIMITS.readTimeout, publicFetch }, TRIAL_LIMITS);
  return roundTrip(send, config.prefix, new URL(config.endpoint).host);
}
