import { readShippingSettings, readTaxSettings } from '../../../contract/pricing-settings.ts';
import type { Api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../messages.ts';
import { OwnerOnly } from '../team/team-role.tsx';
import { shippingSettings as words } from './messages.ts';
import { ShippingForm } from './shipping-form.tsx';
import { TaxForm } from './tax-form.tsx';

export const meta = createTitleMeta(adminNav.shipping);

async function load(api: Api, signal: AbortSignal) {
  const [shipping, tax] = await Promise.all([api(readShippingSettings, { signal }), api(readTaxSettings, { signal })]);
  return { shipping, tax };
}

const skeleton = (
  <PanelSkeleton className="h-160">
    <FieldsSkeleton fields={7} />
  </PanelSkeleton>
);

export default function ShippingPage() {
  const loaded = useLoad('shipping', load);
  return (
    <div className="max-w-[56rem]">
      <DashboardHeader title={adminNav.shipping} />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ shipping, tax }) => (
          <div className="flex flex-col gap-4">
            <Panel title={words.zones} hint={words.zonesHint}>
              <ShippingForm loaded={shipping} />
            </Panel>
            <Panel title={words.tax} hint={words.taxHint}>
              <OwnerOnly>
                <TaxForm loaded={tax} />
              </OwnerOnly>
            </Panel>
          </div>
        )}
      </AsyncContent>
    </div>
  );
}
