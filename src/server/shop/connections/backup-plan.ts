/** Where and when the shop backs itself up: as the server's environment says, which wins, or as an owner saved it. */
import path from 'node:path';
import { BACKUP_DESTINATIONS, type DestinationKind } from '../../../contract/backups.ts';
import { DAY } from '../../../contract/values.ts';
import type { BackupConfig } from '../../platform/settings/config.ts';
import type { SavedConnection } from '../settings/connection-settings.ts';

/** What an owner saved; the secrets are null where there are none, or where they can't be opened. */
export interface SavedBackups {
  destination: DestinationKind;
  folder: string;
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  accessKey: string;
  hour: number;
  days: number;
  weeks: number;
  /** Whether the bucket lets the shop delete. */
  canDelete: boolean;
  secretKey: string | null;
  /** Confirmed by an owner: backups are encrypted with it. */
  passphrase: string | null;
  /** Made, and not confirmed yet. */
  newPassphrase: string | null;
}

/** The newest so many; or all of so many days, and the newest of each of so many weeks. Both count only days and weeks that have a backup. */
export type Keep = { newest: number } | { days: number; weeks: number };

export interface BackupPlan {
  /** A folder, with a slash at its end, or the URL of a bucket. */
  to: string;
  passphrase: string | null;
  s3Keys: BackupConfig['s3Keys'];
  keep: Keep;
  /** Every so many milliseconds, or each day at this hour of the shop's time zone. */
  schedule: { every: number } | { hour: number };
  /** An owner chose the destination: a bucket has to be in the public internet, or at a host that the operator named. */
  isOwners: boolean;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toSecret = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** Null: nothing was saved, or in a form that this version doesn't know. */
export function parseBackups({ visible, secrets }: Pick<SavedConnection, 'visible' | 'secrets'>): SavedBackups | null {
  const destination = BACKUP_DESTINATIONS.find((it) => it === visible?.destination);
  const { hour, days, weeks, folder, endpoint, bucket, prefix, region, accessKey, canDelete } = visible ?? {};
  if (!destination || typeof hour !== 'number' || typeof days !== 'number' || typeof weeks !== 'number') return null;
  return {
    ...{ destination, hour, days, weeks, canDelete: canDelete !== false },
    ...{ folder: toText(folder), endpoint: toText(endpoint), bucket: toText(bucket), prefix: toText(prefix), region: toText(region) },
    ...{ accessKey: toText(accessKey), secretKey: toSecret(secrets?.secretKey) },
    ...{ passphrase: toSecret(secrets?.passphrase), newPassphrase: toSecret(secrets?.newPassphrase) },
  };
}

export type DestinationSettings = Pick<SavedBackups, 'destination' | 'folder' | 'endpoint' | 'bucket' | 'prefix' | 'region'>;

/** In the form that BACKUP_TO has. Null: the server allows no folder any more. */
export function toLocation(
  { destination, folder, endpoint, bucket, prefix, region }: DestinationSettings,
  base: string | null,
): string | null {
  if (destination === 'folder') return base && `${path.join(base, folder)}${path.sep}`.replace(/\/+$/, path.sep);
  const parameters = new URLSearchParams({ ...(endpoint && { endpoint }), ...(region && { region }) });
  return `s3://${bucket}/${prefix}${parameters.size ? `?${parameters}` : ''}`;
}

/** Null: no backups are made. */
export function planBackups(server: BackupConfig, saved: SavedBackups | null): BackupPlan | null {
  const { to, every, keep, passphrase, s3Keys } = server;
  if (to !== null) return { to, passphrase, s3Keys, keep: { newest: keep }, schedule: { every }, isOwners: false };
  const location = saved && toLocation(saved, server.folder);
  if (!location || saved.passphrase === null) return null;
  if (saved.destination === 'bucket' && saved.secretKey === null) return null;
  return {
    to: location,
    passphrase: saved.passphrase,
    s3Keys: saved.secretKey === null ? null : { accessKey: saved.accessKey, secretKey: saved.secretKey },
    keep: { days: saved.days, weeks: saved.weeks },
    schedule: { hour: saved.hour },
    isOwners: true,
  };
}

/** How long it is from one scheduled backup to the next. */
export const getInterval = ({ schedule }: Pick<BackupPlan, 'schedule'>): number => ('every' in schedule ? schedule.every : DAY);
