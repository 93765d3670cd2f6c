/** The words of a product's files and licence keys. */
import type { DownloadEnd } from '../../../contract/order-downloads.ts';
import { formatCount, pluralize } from '../../shared/format.ts';

export const productDownloads = {
  limits: { downloads: 'Downloads', days: 'Days' },
  limitHint: 'Empty: as in the settings. 0: without a limit.',
  title: 'Downloads and licence keys',
  hint: 'Files and licence keys that customers get with their payment.',
  isShipped:
    'This product is set to be shipped, so customers are asked for an address. If it is only a download, set shipping to No above.',
  add: 'Add a file',
  addHint: 'Any file, 2 GB at most. Customers get it once the upload is complete.',
  uploading: (name: string) => `Uploading ${name}`,
  uploaded: 'File added',
  cancelled: 'Upload paused. Choose the same file again to continue.',
  resume: 'Upload incomplete. Choose the same file again to continue.',
  otherFile: (name: string) => `Choose ${name} itself, unchanged, to continue its upload.`,
  tooLarge: 'Files can be 2 GB at most.',
  empty: 'This file is empty.',
  edit: 'Edit',
  editLabel: (name: string) => `Edit ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  name: 'File name',
  variants: 'Variants',
  variantsHint: 'Those that it comes with; none chosen: all of them.',
  findVariants: 'Find variants',
  allVariants: 'With all variants',
  withVariants: (names: string, more: number) => `With ${names}${more ? `; and ${pluralize(more, 'more variant', 'more variants')}` : ''}`,
  save: 'Save',
  saved: 'Saved',
  remove: 'Delete',
  removeLabel: (name: string) => `Delete ${name}`,
  removeFile: (name: string) => `Delete ${name}?`,
  removeFileHint: 'It is no longer sold. Customers who bought it can download it as long as before.',
  removed: 'Deleted',
  keys: 'Licence keys',
  noKeys: 'Each piece sold gets a key from a list of yours, one after the other.',
  sellKeys: 'Sell licence keys',
  anotherList: 'Another list for other variants',
  counts: (free: number, sold: number) => `${formatCount(free)} left, ${formatCount(sold)} sold`,
  owed: (count: number) => `${pluralize(count, 'key is', 'keys are')} owed to customers who have paid. They get theirs once you add keys.`,
  addKeys: 'Add keys',
  paste: 'Keys',
  pasteHint: 'One a line, or a CSV file with a column “key”. Empty lines, sold keys, and keys that you added before are left out.',
  keyFile: 'Choose file',
  keyFileTooLarge: 'This file is too long: up to 1,000,000 characters at once.',
  exportKeys: 'Export CSV',
  keysFileName: 'licence-keys.csv',
  added: (added: number, known: number) =>
    known
      ? `${pluralize(added, 'key', 'keys')} added, ${formatCount(known)} were there already`
      : `${pluralize(added, 'key', 'keys')} added`,
  lowAt: 'Tell us when this many are left',
  removeKeys: 'Sell no more licence keys?',
  removeKeysHint: 'Keys that nobody has bought are deleted. Sold ones stay with their orders.',
} as const;

/** On the page of an order. */
export const handedOver = {
  renew: 'Renew downloads',
  renewed: 'Downloads renewed',
  send: 'Send again',
  sent: 'Email on its way',
  owed: (count: number) =>
    `${pluralize(count, 'key is', 'keys are')} missing. Add keys to the product, and the customer gets ${count === 1 ? 'it' : 'them'} by email.`,
  hidden: 'Keys are hidden once a line is refunded.',
  ended: {
    unpaid: 'Available once the order is confirmed',
    refunded: 'Refunded',
    expired: 'The time to download it is over.',
    used_up: 'Downloaded as often as possible.',
    deleted: "We don't have this file any more.",
  } satisfies Record<DownloadEnd, string>,
} as const;

export const downloadLimits = {
  title: 'Downloads',
  hint: 'For orders that are paid from now on. Empty: without a limit.',
  downloads: 'Downloads of each file',
  days: 'Days',
  saved: 'Settings saved',
  failed: "We couldn't save the settings",
  unlimited: 'unlimited',
} as const;
