import { readNotifications } from '../../../contract/email.ts';
import { type ContentPageName, readContentPage } from '../../../contract/page.ts';
import { readSettings } from '../../../contract/settings.ts';
import { readShopDetails } from '../../../contract/shop-details.ts';
import { readSynonyms } from '../../../contract/synonyms.ts';
import type { Api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { nav } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { markdownField } from '../pages/messages.ts';
import { ContentPageForm } from './content-form.tsx';
import { LogoForm } from './logo-form.tsx';
import {
  shopDetails as detailsWords,
  notifications as notificationsWords,
  synonyms as synonymsWords,
  settings as words,
} from './messages.ts';
import { NotificationsForm } from './notifications-form.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { ShopDetailsForm } from './shop-details-form.tsx';
import { StorefrontForm } from './storefront-form.tsx';
import { SynonymsForm } from './synonyms-form.tsx';

const CONTENT_PAGES: { name: ContentPageName; label: string }[] = [
  { name: 'about', label: nav.about },
  { name: 'contact', label: nav.contact },
  { name: 'policy', label: nav.policy },
];

export const meta = createTitleMeta(adminNav.settings);

async function load(api: Api, signal: AbortSignal) {
  const [settings, details, notifications, synonyms, ...contentPages] = await Promise.all([
    api(readSettings, { signal }),
    api(readShopDetails, { signal }),
    api(readNotifications, { signal }),
    api(readSynonyms, { signal }),
    ...CONTENT_PAGES.map(async ({ name, label }) => ({ name, label, loaded: await api(readContentPage, { params: { name }, signal }) })),
  ]);
  return { settings, details, notifications, synonyms, contentPages };
}

export default function SettingsPage() {
  return (
    <div className="max-w-[48rem]">
      <DashboardHeader title={adminNav.settings} />
      <SettingsTabs current="general" />
      <Settings />
    </div>
  );
}

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={9} />
  </PanelSkeleton>
);

function Settings() {
  const loaded = useLoad('settings', load);
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {(data) => <SettingsForms {...data} />}
    </AsyncContent>
  );
}

function SettingsForms({ settings, details, notifications, synonyms, contentPages }: Awaited<ReturnType<typeof load>>) {
  return (
    <div className="flex flex-col gap-4">
      <Panel title={detailsWords.title} hint={detailsWords.hint}>
        <div className="flex flex-col gap-8">
          <LogoForm logo={details.shop.logo} />
          <ShopDetailsForm loaded={details} />
        </div>
      </Panel>
      <Panel title={notificationsWords.title} hint={notificationsWords.hint}>
        <NotificationsForm loaded={notifications} />
      </Panel>
      <Panel title={words.storefront}>
        <StorefrontForm loaded={settings} />
      </Panel>
      <Panel title={synonymsWords.title}>
        <SynonymsForm loaded={synonyms} />
      </Panel>
      <Panel title={words.contentPages} hint={markdownField.hint}>
        <div className="flex flex-col gap-8">
          {contentPages.map((page) => (
            <div key={page.name} id={page.name} className="scroll-mt-24">
              <ContentPageForm {...page} />
            </div>
          ))}
        </div>
      </Panel>
    </div>
  );
}
