/** A page of the settings: its heading, and its forms as wide as can be read. */
import type { ReactNode } from 'react';
import { SlidersIcon } from '../../kit/nav-icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { OwnerPage } from '../team/team-role.tsx';
import { connection as words } from './connection-messages.ts';

interface SettingsPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

export function SettingsPage({ title, lead, children }: SettingsPageProps) {
  return (
    <div className="max-w-[48rem]">
      <DashboardHeader title={title} lead={lead} />
      {children}
    </div>
  );
}

/** One that only owners see. */
export function OwnerSettingsPage({ title, lead, children }: SettingsPageProps) {
  return (
    <OwnerPage title={title} icon={<SlidersIcon size={22} />}>
      <SettingsPage title={title} {...(lead && { lead })}>
        {children}
      </SettingsPage>
    </OwnerPage>
  );
}

/** Settings from the server's environment: shown here, and changed on the server. */
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
