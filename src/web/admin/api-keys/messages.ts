/** The words about API keys. */

import type { ApiKeyScope } from '../../../contract/endpoint.ts';
import type { ApiKey } from '../../../contract/team.ts';

const scopes: Record<ApiKeyScope, { name: string; hint: string }> = {
  read: { name: 'Read', hint: 'See all that the admin area shows: orders, customers, products, statistics.' },
  catalogue: { name: 'Catalog', hint: 'See and change products, categories, images and stock.' },
  orders: { name: 'Orders', hint: 'See orders, ship and refund them, write notes.' },
};
const statuses: Record<ApiKey['status'], string> = { active: 'Active', expired: 'Expired', paused: 'Paused' };

export const apiKeys = {
  title: 'API keys',
  lead: 'Let other programs use your shop’s API',
  docs: 'API documentation',
  create: 'Create API key',
  name: 'Name',
  nameHint: 'What uses it, such as Warehouse. The activity log shows this name.',
  scopes: 'Scopes',
  scopeTexts: scopes,
  expiry: 'Expires',
  expiryChoices: { '30': 'After 30 days', '90': 'After 90 days', '365': 'After a year', never: 'Never' },
  key: 'Key',
  status: 'Status',
  statuses,
  createdBy: 'Created by',
  paused: (by: string) => `${by} is no longer an owner, so this key doesn’t work`,
  lastUsed: 'Last used',
  neverUsed: 'Never',
  neverExpires: 'Never',
  action: 'Action',
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  confirmRevoke: (name: string) => `Revoke the key ${name}?`,
  confirmRevokeHint: "Programs that use it are refused from now on. This can't be undone.",
  revoked: (name: string) => `The key ${name} was revoked`,
  none: 'No API keys',
  noneHint: 'Create one for each program that works with this shop, with no more scopes than it needs.',
  createdTitle: 'Copy the key now',
  createdHint: 'It is shown only this once. Keep it where your program keeps its secrets, never in a URL.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the key and copy it by hand',
  usage: (key: string) => `Authorization: Bearer ${key}`,
  usageLabel: 'Send it with each call as the header',
  done: 'Done',
} as const;
