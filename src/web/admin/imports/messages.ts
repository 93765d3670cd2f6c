/** The words of imports. */

import type {
  ImportFormatName,
  ImportKind,
  ImportMatch,
  ImportNoticeKind,
  ImportNumbers,
  ImportStatus,
  RowOutcome,
} from '../../../contract/product-import-fields.ts';
import { KILOBYTE, MEGABYTE } from '../../../contract/values.ts';
import { formatCount, pluralize } from '../../shared/format.ts';
import { FIELDS } from './field-names.ts';

const products = (count: number) => pluralize(count, 'product', 'products');

const THINGS: Record<ImportKind, [one: string, many: string]> = {
  products: ['product', 'products'],
  customers: ['customer', 'customers'],
  orders: ['order', 'orders'],
  codes: ['discount code', 'discount codes'],
  pages: ['page', 'pages'],
  redirects: ['redirect', 'redirects'],
};

/** `kind`: null while a file hasn't been looked at. */
const things = (count: number, kind: ImportKind | null) => (kind ? pluralize(count, ...THINGS[kind]) : pluralize(count, 'row', 'rows'));

interface Counted {
  kind: ImportKind | null;
  created: number;
  updated: number;
}

export const productImport = {
  title: 'Imports',
  lead: 'Bring products, customers, orders, discount codes, pages and redirects with CSV files: as Shopify and WooCommerce export them, or in our own format.',
  kind: 'What the file brings',
  kindOf: 'Brings',
  kinds: {
    products: 'Products',
    customers: 'Customers',
    orders: 'Orders, as history',
    codes: 'Discount codes',
    pages: 'Pages',
    redirects: 'Redirects',
  } satisfies Record<ImportKind, string>,
  kindHints: {
    products: null,
    customers:
      'Customers come in without a password. They set one by a link to their mailbox: when they ask for it, or when you invite them after the import. Who is here already stays as they are.',
    orders:
      'Orders come in with their old numbers, to read and search. They change no stock and no payment, and statistics don’t count them.',
    codes: 'A code that is here already stays as it is. One with limits that aren’t possible here is refused.',
    pages: 'A page whose address is taken here is left out. HTML becomes formatted text.',
    redirects: 'Redirects that begin at a page of this shop, or lead in a circle, are refused.',
  } satisfies Record<ImportKind, string | null>,
  invite: (count: number) => `Invite ${pluralize(count, 'customer', 'customers')}`,
  inviteHint:
    'Each gets one email that leads to setting a password; twenty are sent a minute. Who ignores it can still ask for a link later.',
  confirmInvite: (count: number) => `Send ${pluralize(count, 'email', 'emails')}?`,
  invited: (count: number, lastAt: string | null) =>
    lastAt ? `${pluralize(count, 'invitation', 'invitations')} on the way, the last at ${lastAt}` : 'Everybody was invited already',
  back: 'All imports',
  notFound: 'This import no longer exists',
  steps: 'Steps of an import',
  stepNames: ['Upload', 'Match and preview', 'Import', 'Result'],
  choose: 'Choose a CSV file',
  drop: 'or drop it here',
  dropHint: (bytes: number) => `Up to ${bytes / MEGABYTE} MB. Nothing changes before you have seen a preview.`,
  tooLarge: (bytes: number) => `The file is larger than ${bytes / MEGABYTE} MB. Split it into several.`,
  empty: 'The file is empty.',
  oneFile: 'Upload one file at a time.',
  notCsv: 'This isn’t a CSV file. Save it as CSV (“comma-separated values”) and try again.',
  uploading: 'Uploading',
  uploaded: 'Saving',
  sample: 'Sample file of products',
  sampleName: 'products-sample.csv',
  earlier: 'Earlier imports',
  none: 'No imports yet',
  noneHint:
    'Upload the exports of your former shop as they are: products first, then customers, orders and the rest. Products with a known SKU or slug are changed, all others added.',
  file: 'File',
  statusLabel: 'Status',
  result: 'Result',
  by: 'By',
  when: 'When',
  status: {
    uploading: 'Uploading',
    checking: 'Checking',
    ready: 'Not started',
    queued: 'Waiting',
    running: 'Importing',
    done: 'Done',
    cancelled: 'Cancelled',
    failed: 'Stopped',
  } satisfies Record<ImportStatus, string>,
  size: (bytes: number) =>
    bytes < MEGABYTE ? `${formatCount(Math.max(1, Math.round(bytes / KILOBYTE)))} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`,
  line: (size: string, by: string, when: string) => `${size}, uploaded by ${by}, ${when}`,
  checking: 'Checking the file…',
  checkingHint: 'You can leave this page: the check continues, and the file is in the list of imports.',
  counts: { created: 'New', updated: 'Changed', unchanged: 'Unchanged', refused: 'Refused' },
  summary: ({ created, updated, refused }: { created: number; updated: number; refused: number }) =>
    `${formatCount(created)} new, ${formatCount(updated)} changed${refused ? `, ${formatCount(refused)} refused` : ''}`,
  settings: 'File settings',
  format: 'File format',
  formats: {
    products: 'Our own',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
  } satisfies Record<ImportFormatName, string>,
  match: 'Match existing products by',
  matches: {
    auto: 'SKU, or else slug',
    sku: 'SKU',
    slug: 'Slug',
    none: 'Nothing: each row is a new product',
  } satisfies Record<ImportMatch, string>,
  numbers: 'Numbers are written',
  numberExamples: { point: '1,234.50', comma: '1.234,50' } satisfies Record<ImportNumbers, string>,
  recognizedNumbers: (example: string) => `As recognized: ${example}`,
  questions: 'To decide before the import',
  stock: 'Stock of untracked products',
  stockQuestion: (count: number) => `The file doesn’t track the stock of ${products(count)}. How many of each can be sold?`,
  stockHint: 'Your former shop doesn’t track their stock. Here each sale reduces it, so enter enough, or 0 to sell none.',
  stockInvalid: 'Enter a whole number, such as 100',
  stockFirst: 'First enter the stock of the untracked products.',
  hostsQuestion: (images: number) => `${pluralize(images, 'image isn’t', 'images aren’t')} fetched yet`,
  hostsQuestionHint: (hosts: readonly string[]) =>
    `They are on ${hosts.join(', ')}. Without them, products get a placeholder, and their images by a later import.`,
  allowHosts: 'Fetch these images',
  allowHost: (host: string) => `Fetch images from ${host}`,
  hostAllowed: 'Will be fetched',
  hidesImageless: 'Hide new products without an image',
  hidesImagelessHint: 'They are imported as drafts. When off, they are shown with a placeholder.',
  createsCategories: 'Create missing categories',
  createsCategoriesHint: 'When off, rows with a category that doesn’t exist are refused.',
  newCategories: (names: readonly string[], count: number) =>
    `New: ${names.join(', ')}${count > names.length ? ` and ${formatCount(count - names.length)} more` : ''}`,
  replacesImages: 'Replace images of existing products',
  replacesImagesHint: 'When off, only new products get images.',
  hosts: 'Fetch images from',
  hostsHint:
    'Images come from hosts that you allow here, or are images of this shop already. Images on your computer can’t be reached: give their URLs, or use the import command on the server.',
  host: (host: string, images: number) => (images ? `${host} (${pluralize(images, 'image', 'images')})` : host),
  columns: 'Columns',
  columnsHint: 'Choose what each column contains. Columns left out are not imported. * required for new products',
  column: 'Column in the file',
  untitled: (index: number) => `Column ${index + 1}, without a title`,
  example: 'Example',
  field: 'Imported as',
  fieldOf: (column: string) => `Imported as: ${column}`,
  leftOut: 'Not imported',
  required: (name: string) => `${name} *`,
  fieldName: (name: string, { kind, format }: { kind: ImportKind | null; format: ImportFormatName }) =>
    format === 'products' || kind !== 'products' ? (FIELDS[name] ?? name.replaceAll('_', ' ')) : name,
  valueName: (name: string) => FIELDS[name] ?? name,
  recheck: 'Check again',
  recheckHint: 'You have changed the settings: check the file again to see what it would do.',
  preview: 'The first rows',
  previewHint: 'As they would be after the import.',
  previewTable: 'Preview of the first rows',
  row: 'Row',
  product: 'Name',
  outcome: 'Outcome',
  changes: 'Details',
  outcomes: { created: 'New', updated: 'Changed', unchanged: 'Unchanged' } satisfies Record<RowOutcome, string>,
  value: (name: string, before: string | null, after: string) =>
    before === null ? `${name}: ${after}` : before === after ? name : `${name}: ${before || 'empty'} → ${after || 'empty'}`,
  errors: (count: number) => pluralize(count, 'error', 'errors'),
  errorsHint: 'These are left out; all others are imported. Download them, correct them, and upload that file.',
  errorsShown: (shown: number, count: number) =>
    `The first ${formatCount(shown)} of ${formatCount(count)} errors. The file has all of them.`,
  errorTable: 'Problems, by row and column',
  columnLabel: 'Column',
  wholeRow: 'Whole row',
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  reason: 'Problem',
  downloadRefused: 'Download refused rows',
  refusedName: (fileName: string) => `refused-${fileName.replace(/\.[^.]*$/, '')}.csv`,
  notices: (count: number) => pluralize(count, 'notice', 'notices'),
  noticesHint: 'These are imported, but not exactly as in the file, or stay as they are here.',
  noticeTable: 'Differences from the file, by row',
  noticeFilter: 'Show notices of one kind',
  allNotices: 'All',
  noticeKind: 'Kind',
  notice: 'Notice',
  noticeKinds: {
    no_stock: 'Sold out',
    no_image: 'Without an image',
    hidden: 'Not shown',
    guessed: 'Guessed',
    cut: 'Shortened',
    dropped: 'Left out',
  } satisfies Record<ImportNoticeKind, string>,
  start: ({ kind, created, updated }: Counted) => `Import ${things(created + updated, kind)}`,
  nothingToDo: 'Nothing in this file to import.',
  discard: 'Discard',
  queued: 'Waiting for an earlier import to finish',
  queuedHint: 'It starts by itself. You can leave this page.',
  running: 'Importing…',
  runningHint: 'You can leave this page: the import continues.',
  progress: (done: number, kind: ImportKind | null) => `${things(done, kind)} so far`,
  cancel: 'Cancel the import',
  confirmCancel: 'Cancel this import?',
  confirmCancelHint: 'It stops after the current rows. What was imported stays.',
  keep: 'Keep importing',
  cancelled: 'Import cancelled',
  done: ({ kind, created, updated }: Counted) =>
    created + updated ? `${things(created, kind)} added, ${formatCount(updated)} changed` : 'Nothing was changed',
  wasCancelled: 'This import was cancelled. What was imported before stays.',
  discarded: 'This file was discarded. Nothing of it was imported.',
  resume: 'Resume import',
  view: {
    products: 'View products',
    customers: 'View customers',
    orders: 'View imported orders',
    codes: 'View discount codes',
    pages: 'View pages',
    redirects: 'View redirects',
  } satisfies Record<ImportKind, string>,
  viewImageless: 'View products without an image',
  another: 'Import another file',
  fileGone: 'The file and its list of refused rows have been deleted.',
} as const;
