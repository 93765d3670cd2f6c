/** The words of files and licence keys that an order has. */
import type { DownloadEnd } from '../../../contract/order-downloads.ts';
import { GIGABYTE, KILOBYTE, MEGABYTE } from '../../../contract/values.ts';
import { pluralize } from '../format.ts';

export const downloads = {
  title: 'Downloads',
  download: 'Download',
  downloadLabel: (name: string) => `Download ${name}`,
  started: 'Your download has started',
  left: (count: number) => `${pluralize(count, 'download', 'downloads')} left`,
  until: (day: string) => `until ${day}`,
  ended: {
    unpaid: 'Available once your order is confirmed',
    refunded: 'Refunded',
    expired: 'The time to download it is over. Contact us if you still need it.',
    used_up: 'Downloaded as often as possible. Contact us if you still need it.',
    deleted: "We don't have this file any more. Contact us if you still need it.",
  } satisfies Record<DownloadEnd, string>,
  keys: (count: number) => (count === 1 ? 'Licence key' : 'Licence keys'),
  copyKeys: 'Copy',
  copyKeysLabel: (product: string) => `Copy the licence keys of ${product}`,
  keysCopied: 'Copied',
  /** `given`: they have others of the same list already. */
  owed: (count: number, given: number) => {
    if (count === 1) return `${given ? '1 more licence key' : 'Your licence key'} follows by email as soon as possible.`;
    return `${count}${given ? ' more' : ''} licence keys follow by email as soon as possible.`;
  },
  /** The page of one file. */
  page: 'Your download',
  incomplete: 'Open the whole link',
  incompleteHint: 'The link to this file is incomplete. Copy all of it and open it again.',
  notFound: 'Download not found',
  notFoundHint: 'The link may be incomplete, or its order no longer exists. Open it from your email again.',
  endedTitle: 'This download has ended',
  browse: 'Browse products',
} as const;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `940 kB`, `4.2 MB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < MEGABYTE) return `${number.format(Math.max(1, Math.round(bytes / KILOBYTE)))} kB`;
  return bytes < GIGABYTE ? `${number.format(bytes / MEGABYTE)} MB` : `${number.format(bytes / GIGABYTE)} GB`;
}
