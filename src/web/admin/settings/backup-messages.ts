/** The words of the settings for backups. */
import type { BackupFailure, BackupStep, DestinationKind, StoredBackup } from '../../../contract/backups.ts';

export const backups = {
  lead: 'A copy of everything in your shop, made every day, encrypted, and tried: each one is restored before it counts.',
  settingsTitle: 'Where and when',
  none: 'No backups are made. If the server is lost, everything is.',
  destination: 'Keep backups',
  destinations: { folder: 'In a folder on this server', bucket: 'In a bucket (Amazon S3 and the like)' } satisfies Record<
    DestinationKind,
    string
  >,
  destinationHint: {
    folder: 'Helps against mistakes. If the whole server is lost, so are these: a bucket is safer.',
    bucket: 'Outside of your server, at Amazon S3, Backblaze, Cloudflare, Hetzner and others.',
  } satisfies Record<DestinationKind, string>,
  folder: 'Folder',
  folderHint: (base: string) => `Optional. Made in ${base}`,
  endpoint: 'Address of the store',
  endpointHint: 'Leave empty for Amazon S3. Other services name theirs, such as https://s3.eu-central-003.backblazeb2.com',
  bucket: 'Bucket',
  bucketHint: 'Keep it private, and use it for nothing else',
  prefix: 'Folder in the bucket',
  prefixHint: 'Optional',
  region: 'Region',
  regionHint: 'Such as eu-central-1. Leave empty if your service has none',
  accessKey: 'Access key',
  secretKey: 'Secret key',
  secretKeyHint: 'Stored encrypted and never shown again',
  secretKeyKept: 'Leave empty to keep the saved one',
  hour: 'Made each day at',
  hourOption: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
  hourHint: (timeZone: string) => `In your shop’s time zone (${timeZone})`,
  days: 'Days to keep',
  daysHint: 'All backups of so many days',
  weeks: 'Weeks to keep',
  weeksHint: 'Then the newest one of each week. 0 for none',
  save: 'Save and try',
  saved: 'Backups saved',
  saveFailed: 'Backups weren’t saved',
  disconnect: 'Turn backups off',
  confirmDisconnect: 'Turn backups off?',
  confirmDisconnectHint: 'Backups that were made stay where they are. You need their passphrase to restore them.',
  disconnected: 'Backups are off',
  keepsAll: 'This bucket doesn’t let your shop delete. That is safe, but old backups stay until you delete them there.',

  passphraseTitle: 'Passphrase',
  passphraseOn: 'Backups are encrypted. Without the passphrase nobody can restore them, not even whoever runs your server.',
  unconfirmed: 'No backups are made yet: nobody has said that the passphrase is kept. Make a new one, and keep it.',
  renewing: 'A new passphrase was made, and nobody has said that it is kept. Backups still use the one before.',
  renew: 'Make a new passphrase',
  confirmRenew: 'Make a new passphrase?',
  confirmRenewHint: 'For backups from now on. Those that were made before still need the passphrase of then, so keep that too.',
  dialogTitle: 'Keep this passphrase',
  dialogHint:
    'It is shown only now. Whoever restores a backup needs it: write it down or save it in your password manager, not on this server.',
  copy: 'Copy',
  copied: 'Passphrase copied',
  download: 'Download',
  fileName: 'backup-passphrase.txt',
  fileText: (passphrase: string, shop: string) => `Passphrase of the backups of ${shop}\n\n${passphrase}\n`,
  kept: 'I have kept it',
  goOn: 'Turn backups on',
  notKept: 'Keep the passphrase first, then say so',
  confirmed: 'The first backup begins',

  statusTitle: 'Status',
  lastGood: (time: string, age: string) => `Last good backup: ${time} (${age})`,
  noGood: 'No good backup has been made yet.',
  late: 'That is too long ago.',
  now: 'Make a backup now',
  nowFailed: 'The backup wasn’t started',
  running: (step: number, steps: number) => `A backup is being made: step ${step} of ${steps}`,
  waiting: 'A backup begins in a moment',
  waitingLong: 'It should have begun by now. Ask whoever runs your server whether the shop’s jobs run.',
  progress: 'Progress of the backup',
  steps: {
    reading: 'Reading the shop',
    checking: 'Comparing the backup with what was read',
    restoring: 'Restoring it into a test database, and checking the books there',
    storing: 'Storing it',
  } satisfies Record<BackupStep, string>,
  failed: (time: string, attempts: number) =>
    attempts > 1 ? `The last ${attempts} attempts failed, the last one on ${time}.` : `The last attempt failed, on ${time}.`,
  failures: {
    destination: () => 'The place refused the backup.',
    problems: (detail) =>
      `The backup is stored, but the check of your shop’s books found ${detail === '1' ? 'a mistake' : `${detail} mistakes`}. Ask whoever runs your server to run the check.`,
    unreadable: () => 'What was made couldn’t be restored, so it was thrown away.',
    interrupted: () => 'It was cut off because the server stopped.',
    failed: () => 'The server’s log says why: ask whoever runs your server.',
  } satisfies Record<BackupFailure, (detail: string) => string>,
  retry: 'Your shop tries again every quarter of an hour.',
  notDeleted: 'Old backups couldn’t be deleted, so they stay.',
  isCopy: 'This is a restored copy of a shop, which makes no backups until it becomes the shop itself.',

  listTitle: 'Stored backups',
  empty: 'There are none yet.',
  listFailed: 'The backups can’t be listed.',
  made: 'Made',
  size: 'Size',
  check: 'Check',
  checks: { good: 'Restored, good', problems: 'Mistakes found', unchecked: 'Not checked' } satisfies Record<StoredBackup['check'], string>,
  file: 'File',
  showAll: (count: number) => `Show all ${count}`,

  restoreTitle: 'Restore',
  restoreText:
    'A restore is made on the server, into an empty database, by whoever runs it: with the file, its passphrase, and this command.',
  restoreCommand: 'npm run shop -- restore <file>',
  restoreGuide: 'docs/operations/backups.md, which comes with the shop, tells it step by step.',

  server: (location: string) => `Backups are kept in ${location}`,
  serverSchedule: (hours: number, keep: number, isEncrypted: boolean) =>
    `One every ${hours === 1 ? 'hour' : `${hours} hours`}, of which the newest ${keep} are kept, ${isEncrypted ? 'encrypted' : 'not encrypted'}.`,
} as const;

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** `3 hours ago` */
export function formatAge(time: string, now: number): string {
  const seconds = Math.max(0, (now - new Date(time).getTime()) / 1000);
  const [size, unit] = UNITS.find(([it]) => seconds >= it) ?? [1, null];
  if (unit === null) return 'just now';
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const sizes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `12.4 MB` */
export function formatSize(bytes: number): string {
  const [size, unit] = (
    [
      [1e9, 'GB'],
      [1e6, 'MB'],
      [1e3, 'kB'],
    ] as const
  ).find(([it]) => bytes >= it) ?? [1, 'bytes'];
  return `${sizes.format(bytes / size)} ${unit}`;
}
