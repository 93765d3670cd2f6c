/** The pages of the settings, and what those for connections have in common. */
import type { ReactNode } from 'react';
import { SlidersIcon } from '../../kit/nav-icons.tsx';
import { Panel, Tabs } from '../../kit/panel.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { adminNav } from '../layout/messages.ts';
import { OwnerPage } from '../team/team-role.tsx';
import { settingsTabs, connection as words } from './connection-messages.ts';

export const SETTINGS_PATH = '/dashboard/admin/settings';

const TABS = {
  general: SETTINGS_PATH,
  payments: `${SETTINGS_PATH}/payments`,
  emails: `${SETTINGS_PATH}/emails`,
  domain: `${SETTINGS_PATH}/domain`,
  backups: `${SETTINGS_PATH}/backups`,
};
export const DOMAIN_PATH = TABS.domain;

export function SettingsTabs({ current }: { current: keyof typeof TABS }) {
  const names = Object.keys(TABS) as (keyof typeof TABS)[];
  return (
    <Tabs
      label={settingsTabs.label}
      tabs={names.map((name) => ({ label: settingsTabs[name], to: TABS[name], isCurrent: name === current }))}
    />
  );
}

/** A page of the settings that only owners see. */
export function ConnectionPage({ tab, lead, children }: { tab: Exclude<keyof typeof TABS, 'general'>; lead: string; children: ReactNode }) {
  return (
    <div className="max-w-[48rem]">
      <OwnerPage title={adminNav.settings} icon={<SlidersIcon size={22} />}>
        <DashboardHeader title={adminNav.settings} lead={lead} />
        <SettingsTabs current={tab} />
        {children}
      </OwnerPage>
    </div>
  );
}

/** What the server's environment sets: it is shown, and changed elsewhere. */
export function ServerPanel({ title, hasSaved, children }: { title: string; hasSaved: boolean; children: ReactNode }) {
  return (
    <Panel title={title}>
      <p className="font-[600]">{words.byServer}</p>
      <p className="wrap-anywhere">{children}</p>
      <p className="mt-2 text-small text-soft">
        {words.byServerHint} {hasSaved && words.savedUnused}
      </p>
    </Panel>
  );
}

export function KeyLostNotice() {
  return (
    <p role="alert" className="rounded-control bg-caution/8 px-4 py-3 text-caution">
      {words.keyLost}
    </p>
  );
}
