/** Tax, which only owners change. */
import { readTaxSettings } from '../../../contract/pricing-settings.ts';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { LocalFeesPanel } from '../local-fees/local-fees-panel.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { settingsMenu } from '../settings/menu-messages.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { OwnerOnly } from '../team/team-role.tsx';
import { shippingSettings as words } from './messages.ts';
import { TaxForm } from './tax-form.tsx';

export const meta = createTitleMeta(settingsMenu.tax);

const skeleton = (
  <PanelSkeleton className="h-100">
    <FieldsSkeleton fields={4} />
  </PanelSkeleton>
);

export default function TaxPage() {
  const loaded = useLoad('tax', (it, signal) => it(readTaxSettings, { signal }));
  return (
    <SettingsPage title={settingsMenu.tax} lead={words.taxHint}>
      <OwnerOnly>
        <AsyncContent state={loaded} skeleton={skeleton}>
          {(tax) => (
            <>
              <SaveBar>
                {tax.tax.rates.length > 0 && (
                  <p className="-mt-2">
                    <Link to="/dashboard/admin/tax-report" className="inline-flex min-h-8 items-center text-accent hover:underline">
                      {words.toTaxReport}
                    </Link>
                  </p>
                )}
                <Panel title={words.tax}>
                  <TaxForm loaded={tax} />
                </Panel>
              </SaveBar>
              <div className="mt-4">
                <LocalFeesPanel isTaxAutomatic={tax.automaticAvailable && tax.tax.automatic === true} />
              </div>
            </>
          )}
        </AsyncContent>
      </OwnerOnly>
    </SettingsPage>
  );
}
