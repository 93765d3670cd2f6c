/** What the shop is called, how it looks, how to reach it, and where its day begins. */
import { Navigate, useLocation } from 'react-router';
import { readShopDetails } from '../../../contract/shop-details.ts';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { isLegalPage, LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { SaveBar } from '../parts/save-bar.tsx';
import { LogoForm } from './logo-form.tsx';
import { settingsMenu } from './menu-messages.ts';
import { SettingsPage } from './settings-page.tsx';
import { ShopDetailsForm } from './shop-details-form.tsx';

export const meta = createTitleMeta(settingsMenu.general);

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={9} />
  </PanelSkeleton>
);

export default function GeneralSettings() {
  const { hash } = useLocation();
  // Their texts were on this page before, and links in notes and emails lead here.
  if (isLegalPage(hash.slice(1))) return <Navigate to={`${LEGAL_PAGES_PATH}${hash}`} replace />;
  return (
    <SettingsPage title={settingsMenu.general}>
      <Forms />
    </SettingsPage>
  );
}

function Forms() {
  const loaded = useLoad('shop details', (it, signal) => it(readShopDetails, { signal }));
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {(details) => (
        <SaveBar>
          <LogoForm logo={details.shop.logo} />
          <ShopDetailsForm loaded={details} />
        </SaveBar>
      )}
    </AsyncContent>
  );
}
