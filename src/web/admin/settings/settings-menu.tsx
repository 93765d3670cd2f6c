/** The pages of the settings, as the settings' own menu, the admin's menu and its search list them. */
import { isAtLeast, type TeamRole } from '../../../contract/endpoint.ts';
import { settingsMenu as words } from './menu-messages.ts';

export interface SettingsPage {
  to: string;
  label: string;
  /** Roles below this one don't see it; absent: it is for everybody who works here. */
  minRole?: TeamRole;
}

export interface SettingsGroup {
  label: string;
  items: readonly SettingsPage[];
}

const ADMIN = '/dashboard/admin';
export const SETTINGS_PATH = `${ADMIN}/settings`;
export const DOMAIN_PATH = `${SETTINGS_PATH}/domain`;
export const OPENING_PATH = `${SETTINGS_PATH}/opening`;
export const TEMPLATES_PATH = `${SETTINGS_PATH}/templates`;

export const SETTINGS_MENU: readonly SettingsGroup[] = [
  {
    label: words.shop,
    items: [
      { to: SETTINGS_PATH, label: words.general },
      { to: DOMAIN_PATH, label: words.domain, minRole: 'owner' },
      { to: OPENING_PATH, label: words.opening, minRole: 'owner' },
      { to: `${SETTINGS_PATH}/search`, label: words.search },
      { to: `${SETTINGS_PATH}/custom-fields`, label: words.customFields },
      { to: `${SETTINGS_PATH}/backups`, label: words.backups, minRole: 'owner' },
    ],
  },
  {
    label: words.selling,
    items: [
      { to: `${SETTINGS_PATH}/payments`, label: words.payments, minRole: 'owner' },
      { to: `${SETTINGS_PATH}/checkout`, label: words.checkout },
      { to: `${ADMIN}/shipping`, label: words.shipping },
      { to: `${SETTINGS_PATH}/tax`, label: words.tax },
      { to: `${SETTINGS_PATH}/invoices`, label: words.invoices },
      { to: `${SETTINGS_PATH}/law`, label: words.law },
      { to: `${SETTINGS_PATH}/feeds`, label: words.feeds },
    ],
  },
  {
    label: words.emails,
    items: [
      { to: `${SETTINGS_PATH}/emails`, label: words.mailServer, minRole: 'owner' },
      { to: TEMPLATES_PATH, label: words.templates },
      { to: `${SETTINGS_PATH}/notifications`, label: words.notifications },
      { to: `${ADMIN}/emails`, label: words.allEmails },
    ],
  },
  {
    label: words.team,
    items: [
      { to: `${ADMIN}/team`, label: words.members },
      { to: `${SETTINGS_PATH}/security`, label: words.security },
      { to: `${ADMIN}/activity`, label: words.activity, minRole: 'owner' },
    ],
  },
  {
    label: words.developers,
    items: [
      { to: `${ADMIN}/api-keys`, label: words.apiKeys, minRole: 'owner' },
      { to: `${ADMIN}/webhooks`, label: words.webhooks },
    ],
  },
];

/** The groups with what this role sees. Until the role is known, that is all: the server decides. */
export function listSettings(role: TeamRole | null): SettingsGroup[] {
  const isSeen = ({ minRole }: SettingsPage) => !role || !minRole || isAtLeast(role, minRole);
  return SETTINGS_MENU.map(({ label, items }) => ({ label, items: items.filter(isSeen) })).filter(({ items }) => items.length > 0);
}
