import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readShippingSettings, type ShippingSettings, updateShippingSettings } from '../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../api.ts';
import { SelectField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { settingsMenu } from '../settings/menu-messages.ts';
import { DispatchForm } from './dispatch-form.tsx';
import { dispatchSettings } from './dispatch-messages.ts';
import { shippingSettings as words } from './messages.ts';
import { COUNTRY_OPTIONS, isCountryServed, nameTerritory } from './territories.ts';
import { describeZones, parseDrafts, toDrafts, toFieldPath, type ZoneDraft } from './zone-drafts.ts';
import { ZonesEditor } from './zones-editor.tsx';

/** The shipping zones with their rates, saved as a whole. */
type Loaded = Pick<ReplyOf<typeof readShippingSettings>, 'shipping' | 'version'>;

const toTexts = ({ defaultCountry, zones }: Pick<ShippingSettings, 'defaultCountry'> & { zones: ZoneDraft[] }): Record<string, string> => ({
  defaultCountry,
  zones: JSON.stringify(zones),
});

/** Until it is saved for the first time, carts begin with the shop's own country. */
const createToSnapshot =
  (ownCountry: string | undefined) =>
  ({ shipping, version }: Loaded) => ({
    version,
    values: toTexts({
      zones: toDrafts(shipping.zones),
      defaultCountry: version === 0 && ownCountry ? ownCountry : shipping.defaultCountry,
    }),
  });

function read(values: FormData) {
  const defaultCountry = readField(values, 'defaultCountry');
  const drafts = JSON.parse(readField(values, 'zones')) as ZoneDraft[];
  const { zones, issues } = parseDrafts(drafts);
  if (issues.length) throw createValidationError(words.saveFailed, issues);
  // Every cart begins with that country, and would say that nothing is shipped there.
  const places = zones.flatMap((zone) => zone.places);
  if (places.length && !isCountryServed(defaultCountry, places))
    throw createValidationError(words.defaultNotServed(nameTerritory({ country: defaultCountry, region: '' })));
  const save = (version: number) =>
    api(updateShippingSettings, { body: { defaultCountry, zones, version } }).catch((error) => {
      if (isApiError(error)) error.issues = error.issues.map(toFieldPath);
      throw error;
    });
  return { typed: toTexts({ defaultCountry, zones: drafts }), save };
}

function ShippingForm({ loaded }: { loaded: Loaded }) {
  const { country } = useShop().settings.shop;
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot: createToSnapshot(country),
    fields: {
      defaultCountry: { label: words.defaultCountry, format: (country) => nameTerritory({ country, region: '' }) },
      zones: { label: words.zones, format: (zones) => describeZones(JSON.parse(zones) as ZoneDraft[]) },
    },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    isPart: true,
  });
  return (
    <BarForm state={form}>
      <EditConflictPanel conflict={edit} />
      <SelectField
        key={keyOf('defaultCountry')}
        {...text('defaultCountry')}
        label={words.defaultCountry}
        hint={words.defaultCountryHint}
        className="max-w-form"
      >
        {!COUNTRY_OPTIONS.some((it) => it.country === loaded.shipping.defaultCountry) && (
          <option value={loaded.shipping.defaultCountry}>{loaded.shipping.defaultCountry}</option>
        )}
        {COUNTRY_OPTIONS.map(({ country, label }) => (
          <option key={country} value={country}>
            {label}
          </option>
        ))}
      </SelectField>
      <ZonesEditor key={keyOf('zones')} drafts={JSON.parse(text('zones').defaultValue) as ZoneDraft[]} errors={form.errors} />
    </BarForm>
  );
}

export const meta = createTitleMeta(settingsMenu.shipping);

const skeleton = (
  <PanelSkeleton className="h-160">
    <FieldsSkeleton fields={7} />
  </PanelSkeleton>
);

export default function ShippingPage() {
  const loaded = useLoad('shipping', (it, signal) => it(readShippingSettings, { signal }));
  return (
    <div className="max-w-[56rem]">
      <DashboardHeader title={settingsMenu.shipping} />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(shipping) => (
          <SaveBar>
            <Panel title={words.zones} hint={words.zonesHint}>
              <ShippingForm loaded={shipping} />
            </Panel>
            <Panel title={dispatchSettings.title} hint={dispatchSettings.hint}>
              <DispatchForm loaded={shipping} />
            </Panel>
          </SaveBar>
        )}
      </AsyncContent>
    </div>
  );
}
