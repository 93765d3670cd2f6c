/** The words of the activity log. */
import type { ActorKind, AuditKind } from '../../../contract/audit.ts';
import { pluralizeTotal, type Total } from '../../shared/format.ts';
import { orders } from '../../shared/messages/orders.ts';
import { team } from '../../shared/messages/team.ts';
import { commands, jobs } from './job-and-command-names.ts';

const actors: Record<ActorKind, string> = {
  admin: 'Team',
  key: 'API key',
  command: 'Command',
  job: 'Automatic',
  customer: 'Customer',
  nobody: 'Not logged in',
};
const kinds: Record<AuditKind, string> = { change: 'Changes', security: 'Security events' };
const actions: Record<string, string> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Version restored',
  role_changed: 'Role changed',
  password_changed: 'Password changed',
  email_changed: 'Email changed',
  account_disabled: 'Account disabled or enabled',
  key_made: 'API key created',
  key_ended: 'API key revoked',
  factor_on: 'Two-step login turned on',
  factor_off: 'Two-step login turned off',
  refund: 'Refund',
  sent_again: 'Sent again',
  login_failed: 'Login failed',
  limit_reached: 'Limit reached',
  refused: 'Refused',
};
const objects: Record<string, string> = {
  product: 'Product',
  category: 'Category',
  brand: 'Brand',
  setting: 'Setting',
  page: 'Page',
  redirect: 'Redirect',
  'discount-code': 'Discount code',
  order: 'Order',
  account: 'Account',
  invitation: 'Invitation',
  'api-key': 'API key',
  webhook: 'Webhook',
  email: 'Email',
  image: 'Image',
  call: 'Call',
  'bulk-edit': 'Bulk edit',
  'product-import': 'Product import',
  'saved-view': 'Saved view',
};

/** An object's parts, by what the log calls them. */
const parts: Record<string, string> = {
  customer: 'Tags and offers',
  variant: 'Variant',
  picture: 'Image',
  note: 'Note',
  request: 'Request',
  refund: 'Refund',
  address: 'Saved address',
  session: 'Login',
  'second factor': 'Two-step login',
  'test orders': 'Test orders',
  delivery: 'Delivery',
  test: 'Test event',
};

const toWords = (name: string) => {
  const text = name
    .replace(/^picture/, 'image')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.replace(/^./, (letter) => letter.toUpperCase());
};

/** Columns whose own name says too little or is used only in the code. */
const fields: Record<string, string> = {
  compare_at_cents: 'Compare-at price',
  weight_grams: 'Weight in grams',
  sku: 'SKU',
  publish_from: 'Published from',
  publish_until: 'Published until',
  barcode: 'Barcode',
  condition: 'Condition',
  seo_title: 'Title in search results',
  seo_description: 'Text in search results',
  disabled_at: 'Disabled since',
  test_orders_until: 'On until',
  quantity: 'Stock',
  on_hand: 'In stock',
  stock_policy: 'When it’s out of stock',
  slug: 'Address of the page',
  description_markdown: 'Description (Markdown)',
  description_format: 'Format of the description',
  image_alt: 'Alternative text of the image',
  alt: 'Alternative text',
  option_values: 'Options',
  from_path: 'From',
  to_path: 'To',
  change: 'What is changed',
  product_ids: 'Products',
  total: 'Number of products',
  is_about: 'Number is approximate',
  undo_of: 'Undoes the edit',
  match: 'Recognize products by',
  mapping: 'Columns',
  numbers: 'Format of numbers',
  replaces_images: 'Replace images',
  creates_categories: 'Create categories',
  uncounted_stock: 'Stock that the file doesn’t track',
  hides_imageless: 'Keep products without images as drafts',
  in_footer: 'Shown in the footer',
  footer_position: 'Place in the footer',
  max_uses_per_customer: 'Uses per customer',
  max_uses: 'Uses in all',
  minimum_cents: 'Minimum order',
  category_ids: 'Only in categories',
  brand_id: 'Brand',
  vendor: 'Vendor',
  tags: 'Tags',
  cost_cents: 'Cost',
  country_of_origin: 'Country of origin',
  hs_code: 'HS code',
  contents: 'Contents',
  contents_unit: 'Unit of the contents',
  related_product_ids: 'Related products',
  further_category_ids: 'Further categories',
  parent_id: 'Parent category',
  place: 'Place in the order',
  refunded_cents: 'Refunded',
  provider: 'Payment provider',
  provider_session: 'Checkout at the payment provider',
  payment_id: 'Number of the payment',
  payment: 'Payment it is paid back to',
  provider_refund: 'Number at the payment provider',
  provider_created_at: 'Started at the payment provider',
  provider_refunded_cents: 'Refunded at the payment provider',
  provider_refunded_at: 'Refunded at the payment provider on',
  failed_at: 'Failed on',
  failure: 'Why it failed',
  restock: 'Put back into stock',
  shipping_cents: 'Shipping costs',
  shipping_name: 'Shipping method',
  delivery_from: 'Estimated delivery from',
  delivery_to: 'Estimated delivery until',
  tracking: 'Tracking number',
  is_tax_included: 'Prices include tax',
  is_tax_automatic: 'Tax by the payment provider',
  is_tax_rounded_once: 'Tax rounded once per order',
  processing_since: 'Payment on its way since',
  guest_network: 'Guest’s network',
  lines: 'Items',
  is_email_unconfirmed: 'Email unconfirmed',
  email_confirmed_at: 'Email confirmed',
  pending_email: 'New email',
  is_default: 'Default address',
  is_enabled: 'On',
  is_gone: 'Turned off by the receiver',
  previous_secret: 'Previous secret',
  previous_secret_until: 'Previous secret valid until',
  failure_told_at: 'Team told of failures',
  state: 'Status',
  next_attempt_at: 'Next attempt',
  last_error: 'Last error',
  refundReturnsCode: 'A full refund gives a code back',
  imageFrame: 'Pictures of products',
  confirmed_at: 'Confirmed',
  user_id: 'Customer',
  password_hash: 'Password',
  answer_hash: 'Security answer',
  token_hash: 'Link',
};
/** By field; `orderStatus` is the status of an order. */
const choices: Record<string, Record<string, string>> = {
  // Of an account a number, of an invitation the role in the team.
  role: { 0: 'Customer', 1: 'Team', ...team.roles },
  team_role: team.roles,
  orderStatus: orders.status,
};

export const audit = {
  title: 'Activity log',
  count: (total: Total) => pluralizeTotal(total, 'entry', 'entries'),
  counting: 'Counting entries…',
  fileName: 'activity.csv',
  export: 'Export CSV',
  none: 'No entries',
  noneHint: 'Changes by the team, by API keys and by the shop itself are recorded here.',
  kind: 'Show',
  everything: 'Everything',
  kinds,
  actor: 'By',
  anybody: 'Anyone',
  actors,
  /** A person's or a key's own name, or what the shop did. Null: the entry has no name. */
  actorName: ({ kind, name }: { kind: ActorKind; name: string | null }) => {
    if (name === null || (kind !== 'job' && kind !== 'command')) return name;
    return (kind === 'job' ? jobs : commands)[name] ?? toWords(name);
  },
  onlyObject: 'Filter by item',
  onlyActor: 'Filter by person or key',
  showAll: 'Show all',
  when: 'When',
  who: 'Who',
  what: 'What',
  changes: 'Changes',
  details: 'Details',
  detailsLabel: (what: string, when: string) => `Details of ${what}, ${when}`,
  deletedAccount: 'Deleted account',
  action: (action: string) => actions[action] ?? toWords(action),
  object: (type: string) => objects[type] ?? toWords(type),
  /** For example `Refund of order #1001`. `part`: as in the log, with its id. An object without a name is called by its kind. */
  part: (part: string, object: string) => {
    const name = Object.keys(parts).find((it) => part === it || part.startsWith(`${it} `));
    return `${name ? parts[name] : toWords(part)} of ${object.replace(/^(?!API)./, (letter) => letter.toLowerCase())}`;
  },
  toWords,
  choices,
  field: (name: string) => fields[name] ?? toWords(name.replace(/_cents$|_ids?$|_at$|_ppm$|Cents$/, '')),
  /** Content pages are settings, too: `text:about`. */
  setting: (key: string) => toWords(key.replace(/^(private|text):/, '')),
  hidden: 'changed',
  more: (count: number) => `and ${count} more`,
  network: 'From',
  requestId: 'Request',
  position: 'Entry number',
  seal: 'Seal (SHA-256)',
  notSealed: 'Not yet',
  before: 'Before',
  after: 'After',
  fieldHead: 'Field',
  nothing: '—',
  yes: 'Yes',
  no: 'No',
  open: 'Open',
  history: 'View activity log',
  allOfObject: 'All entries about this item',
  allOfActor: 'All entries by them',
  close: 'Close',
  pages: 'Pages of the activity log',
};

const reasons = {
  gone: "it isn't there any more",
  taken: 'something else uses it now',
  changed: 'some were added or removed since, with their stock',
};

export const restoreWords = {
  show: 'Restore this version…',
  hint: 'Goes back to how it was before this change. You see first what would change.',
  preview: 'The version before this change',
  field: 'Field',
  now: 'Now',
  restored: 'Restored',
  nothing: 'Nothing to restore: it is already as it was before this change.',
  deleted: (type: string) =>
    type === 'product' || type === 'page' ? 'It was deleted, and comes back as a draft.' : 'It was deleted, and comes back.',
  kept: (field: string, reason: keyof typeof reasons) => `${toWords(field)} can't be restored in full: ${reasons[reason]}.`,
  stockStays: 'Stock stays as it is.',
  confirm: 'Restore this version',
  done: 'The version is restored',
};
