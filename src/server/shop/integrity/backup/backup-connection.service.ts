/** An owner sets where and when the shop backs itself up. The destination is tested before it is saved; the shop shows its passphrase once. */
import { randomInt } from 'node:crypto';
import type { BackupConnection } from '../../../../contract/backups.ts';
import { HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { BUCKET_PATTERN, PREFIX_PATTERN, REGION_PATTERN } from '../../../platform/settings/storage-config.ts';
import { getInterval, type SavedBackups, toLocation } from '../../connections/backup-plan.ts';
import { refuse, requireOwn, save } from '../../connections/save-connection.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { forgetBackupState, readBackupState, requestBackup } from './backup-state.repository.ts';
import { describeProgress } from './backup-state.ts';
import { isRestoredCopy } from './restored-copy.repository.ts';
import { tryBucket, tryFolder } from './try-destination.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now'>;

type Settings = Omit<SavedBackups, 'canDelete' | 'secretKey' | 'passphrase' | 'newPassphrase'>;
type Sent = Settings & { secretKey?: string | undefined };
type Secrets = Pick<SavedBackups, 'secretKey' | 'passphrase' | 'newPassphrase'>;

/** What the answer says besides the connection itself. */
const readSurroundings = async (db: Database) => ({
  timeZone: (await readShopDetails(db)).timeZone,
  isCopy: await isRestoredCopy(db),
});
type Surroundings = Awaited<ReturnType<typeof readSurroundings>>;

function getPassphraseState(saved: SavedBackups | null): BackupConnection['passphrase'] {
  if (saved?.passphrase) return saved.newPassphrase ? 'renewing' : 'confirmed';
  return saved?.newPassphrase ? 'unconfirmed' : 'none';
}

const toVisible = ({ secretKey, passphrase: _own, newPassphrase: _new, ...visible }: SavedBackups) => ({
  ...visible,
  hasSecretKey: secretKey !== null,
});

/** Without secret key and passphrase. */
function describe({ connections }: Pick<Context, 'connections'>, surroundings: Surroundings): BackupConnection {
  const { server, saved, savedBackups } = connections;
  const { to, every, keep, passphrase, folder: baseFolder } = server.backup;
  return {
    source: to !== null ? 'server' : savedBackups ? 'saved' : 'none',
    problem: saved.backups.isKeyLost ? 'key_lost' : null,
    saved: savedBackups && toVisible(savedBackups),
    passphrase: getPassphraseState(savedBackups),
    server: to === null ? null : { location: to, everyHours: every / HOUR, keep, isEncrypted: passphrase !== null },
    baseFolder,
    version: saved.backups.version,
    ...surroundings,
  };
}

export const describeBackupConnection = async (context: Context): Promise<BackupConnection> =>
  describe(context, await readSurroundings(context.db));

/** Letters and digits that nobody mistakes for others. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP_LENGTH = 5;

/** 148 bits, in groups that can be read aloud and typed. */
export function makePassphrase(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const NO_FOLDER = 'The server allows no folder. Choose a bucket';
const FOLDER = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*){0,3}$/;

function requireFolder(folder: string, base: string | null): void {
  if (base === null) throw refuse('destination', NO_FOLDER);
  if (folder && !FOLDER.test(folder)) throw refuse('folder', `Enter a name of letters and digits. The folder is made in ${base}`);
}

/** `s3.example` is meant as https. A plain connection is only for hosts that the operator has named. */
function toEndpoint(typed: string, hosts: readonly string[]): string {
  if (!typed) return '';
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url?.hostname || !['https:', 'http:'].includes(url.protocol))
    throw refuse('endpoint', 'Enter an address such as https://s3.example');
  if (url.username || url.password || url.search || url.hash)
    throw refuse('endpoint', 'Enter the address alone, without keys and parameters');
  if (url.protocol === 'http:' && !hosts.includes(url.host)) throw refuse('endpoint', 'Enter an address that begins with https://');
  return url.href;
}

function requireBucket({ bucket, prefix, region, accessKey }: Settings): void {
  if (!BUCKET_PATTERN.test(bucket)) throw refuse('bucket', 'Enter the name of the bucket alone, in lower case');
  if (prefix && (!PREFIX_PATTERN.test(`${prefix}/`) || prefix.split('/').some((it) => it === '.' || it === '..')))
    throw refuse('prefix', 'Use letters, digits, dots, dashes and slashes');
  if (region && !REGION_PATTERN.test(region)) throw refuse('region', 'Enter a region such as eu-central-1');
  if (!accessKey) throw refuse('accessKey', 'Enter the access key');
}

/** Nothing is kept of the destination that isn't chosen. */
function normalize({ connections }: Context, sent: Sent): Settings {
  const { destination, hour, days, weeks } = sent;
  const { folder: base, hosts } = connections.server.backup;
  const none = { folder: '', endpoint: '', bucket: '', prefix: '', region: '', accessKey: '' };
  if (destination === 'folder') {
    const folder = sent.folder.trim();
    requireFolder(folder, base);
    return { destination, hour, days, weeks, ...none, folder };
  }
  const settings: Settings = {
    ...{ destination, hour, days, weeks, ...none },
    endpoint: toEndpoint(sent.endpoint.trim(), hosts),
    bucket: sent.bucket.trim(),
    prefix: sent.prefix.trim().replace(/^\/+|\/+$/g, ''),
    region: sent.region.trim().toLowerCase(),
    accessKey: sent.accessKey.trim(),
  };
  requireBucket(settings);
  return settings;
}

/** The saved secret key is used only with the store and access key that it was entered for. */
function findSecretKey({ connections }: Context, settings: Settings, sent: string | undefined): string | null {
  if (settings.destination === 'folder') return null;
  if (sent) return sent;
  const before = connections.savedBackups;
  const isSame = before?.endpoint === settings.endpoint && before.accessKey === settings.accessKey;
  if (isSame && before.secretKey !== null) return before.secretKey;
  throw refuse('secretKey', 'Enter the secret key of this access key');
}

/** Whether the shop may delete there. */
async function tryDestination({ connections }: Context, settings: Settings, secretKey: string | null): Promise<boolean> {
  const { folder: base, hosts } = connections.server.backup;
  const location = toLocation(settings, base);
  if (location === null) throw refuse('destination', NO_FOLDER);
  if (settings.destination === 'bucket') return tryBucket(location, { accessKey: settings.accessKey, secretKey: secretKey ?? '' }, hosts);
  await tryFolder(base ?? location, location);
  return true;
}

async function saveBackups(
  context: Context,
  saved: Omit<SavedBackups, keyof Secrets> | null,
  secrets: Secrets | null,
  version: number | undefined,
): Promise<void> {
  const surroundings = await readSurroundings(context.db);
  const current = () => ({ connection: describe(context, surroundings) });
  await save(context, 'backups', { visible: saved && { ...saved }, secrets: secrets && { ...secrets }, version, current });
}

/** The next backup begins within seconds. */
async function beginBackup({ db, now, connections }: Context): Promise<void> {
  if (connections.backupPlan) await requestBackup(db, now().getTime(), getInterval(connections.backupPlan));
}

/** Returns the passphrase if one was made. Throws `connection_failed`, `set_by_server`, `version_conflict`. */
export async function connectBackups(context: Context, sent: Sent, version?: number): Promise<string | null> {
  requireOwn(context, 'backups');
  const { connections } = context;
  const settings = normalize(context, sent);
  const secretKey = findSecretKey(context, settings, sent.secretKey);
  const canDelete = await tryDestination(context, settings, secretKey);
  const { passphrase = null, newPassphrase = null } = connections.savedBackups ?? {};
  const locationBefore = connections.backupPlan?.to;
  // A passphrase that was shown and not confirmed may be lost.
  const made = passphrase === null ? makePassphrase() : null;
  await saveBackups(context, { ...settings, canDelete }, { secretKey, passphrase, newPassphrase: made ?? newPassphrase }, version);
  if (connections.backupPlan?.to !== locationBefore) await beginBackup(context);
  return made;
}

function requireSaved({ connections }: Context): SavedBackups {
  const saved = connections.savedBackups;
  if (!saved) throw new AppError('not_found', 'Save first where backups are kept');
  return saved;
}

/** Backups use the previous one until this one is confirmed. Throws `set_by_server`, `not_found`, `version_conflict`. */
export async function renewPassphrase(context: Context, version?: number): Promise<string> {
  requireOwn(context, 'backups');
  const { secretKey, passphrase, newPassphrase: _replaced, ...visible } = requireSaved(context);
  const made = makePassphrase();
  await saveBackups(context, visible, { secretKey, passphrase, newPassphrase: made }, version);
  return made;
}

/** The first backup begins. Throws `set_by_server`, `not_found`, `version_conflict`. */
export async function confirmPassphrase(context: Context, version: number): Promise<void> {
  requireOwn(context, 'backups');
  const { secretKey, newPassphrase, passphrase: _former, ...visible } = requireSaved(context);
  if (newPassphrase === null) throw new AppError('not_found', 'There is no new passphrase to confirm');
  await saveBackups(context, visible, { secretKey, passphrase: newPassphrase, newPassphrase: null }, version);
  await beginBackup(context);
}

/** Throws `set_by_server`, `version_conflict`. */
export async function disconnectBackups(context: Context, version?: number): Promise<void> {
  requireOwn(context, 'backups');
  await saveBackups(context, null, null, version);
  await forgetBackupState(context.db);
}

export const readProgress = async ({ db, now }: Context) => describeProgress(await readBackupState(db), now().getTime());

/** False if one is being made, or waits to be. Throws `not_found` where none can be made. */
export async function startBackup(context: Context): Promise<boolean> {
  if (!context.connections.backupPlan) throw new AppError('not_found', 'Set up backups first');
  if (await isRestoredCopy(context.db)) throw new AppError('not_found', 'This is a restored copy of a shop, which makes no backups');
  if ((await readProgress(context)).running) return false;
  await beginBackup(context);
  return true;
}
