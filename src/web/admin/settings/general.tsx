/** What the shop is called, how it looks, how to reach it, and where its day begins. */
import { Navigate, useLocation } from 'react-router';
import { listPages } from '../../../contract/page.ts';
import { readPriceNotes } from '../../../contract/price-notes.ts';
import { readShippingSettings } from '../../../contract/pricing-settings.ts';
import { readShopDetails } from '../../../contract/shop-details.ts';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { isLegalPage, LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { SaveBar } from '../parts/save-bar.tsx';
import { LogoForm } from './logo-form.tsx';
import { settingsMenu } from './menu-messages.ts';
import { PriceNotesForm } from './price-notes-form.tsx';
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
  const loaded = useLoad('shop details', async (it, signal) => {
    const [details, notes, shipping, { pages }] = await Promise.all([
      it(readShopDetails, { signal }),
      it(readPriceNotes, { signal }),
      it(readShippingSettings, { signal }),
      it(listPages, { signal, query: { limit: 100 } }),
    ]);
    const shipped = shipping.shipping.zones.flatMap(({ places }) => places.map(({ country }) => country));
    return { details, notes, pages, countries: [details.shop.country ?? '', ...shipped] };
  });
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {({ details, ...prices }) => (
        <SaveBar>
          <LogoForm logo={details.shop.logo} />
          <ShopDetailsForm loaded={details} />
          <PriceNotesForm loaded={prices.notes} pages={prices.pages} countries={prices.countries} />
        </SaveBar>
      )}
    </AsyncContent>
  );
}
