/** The words about API keys. */
import type { ApiKey } from '../../contract/api-key.ts';
import type { ApiKeyScope } from '../../contract/api-key-scopes.ts';

const scopes: Record<ApiKeyScope, { name: string; hint: string }> = {
  read: { name: 'Read', hint: 'See all that the admin area shows: orders, customers, products, statistics.' },
  catalogue: { name: 'Catalogue', hint: 'See and change products, categories, images and stock.' },
  orders: { name: 'Orders', hint: 'See orders, ship and refund them, write notes.' },
};
const statuses: Record<ApiKey['status'], string> = { active: 'Active', expired: 'Expired', paused: 'Paused' };

export const apiKeys = {
  title: 'API keys',
  lead: 'For other programs that use this shop’s API.',
  docs: 'API documentation',
  create: 'Create API key',
  name: 'Name',
  nameHint: 'What uses it, such as Warehouse. Its work is recorded under this name.',
  scopes: 'Scopes',
  scopeTexts: scopes,
  expiry: 'Expires',
  expiryChoices: { '30': 'After 30 days', '90': 'After 90 days', '365': 'After a year', never: 'Never' },
  key: 'Key',
  status: 'Status',
  statuses,
  createdBy: 'Created by',
  paused: (by: string) => `${by} is no longer an owner, so it is refused`,
  lastUsed: 'Last used',
  neverUsed: 'Never',
  neverExpires: 'Never',
  action: 'Action',
  end: 'End',
  endLabel: (name: string) => `End ${name}`,
  confirmEnd: (name: string) => `End the key ${name}?`,
  confirmEndHint: "Whatever uses it is refused from its next call on. This can't be undone.",
  ended: (name: string) => `The key ${name} has ended`,
  none: 'No API keys',
  noneHint: 'Create one for each program that works with this shop, with no more scopes than it needs.',
  createdTitle: 'Copy the key now',
  createdHint: 'It is shown only this once. Keep it where your program keeps its secrets, never in a URL.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the key and copy it by hand',
  usage: (key: string) => `Authorization: Bearer ${key}`,
  usageLabel: 'Send it with each call in the header',
  done: 'Done',
} as const;
