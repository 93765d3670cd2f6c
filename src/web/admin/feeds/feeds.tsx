/** The feeds for Google and Meta: a switch, their addresses, and what Google would refuse. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readFeeds, renewFeeds, updateFeeds } from '../../../contract/feeds.ts';
import { SECOND } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { SelectField, SwitchField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { copyText } from '../../shared/forms/copy-and-download.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { formatDateTime } from '../parts/values.ts';
import { settingsMenu } from '../settings/menu-messages.ts';
import { DOMAIN_PATH } from '../settings/settings-menu.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { feeds as words } from './messages.ts';
import { ProblemList } from './problem-list.tsx';

export const meta = createTitleMeta(settingsMenu.feeds);

type Feeds = Omit<ReplyOf<typeof readFeeds>, 'success'>;

/** While the feeds are made. */
const POLL = 2 * SECOND;

const skeleton = (
  <PanelSkeleton className="h-80">
    <FieldsSkeleton fields={3} />
  </PanelSkeleton>
);

export default function FeedsPage() {
  const loaded = useLoad('feeds', (it, signal) => it(readFeeds, { signal }), { repeat: (data) => (data?.isUpdating ? POLL : false) });
  const { data, reload } = loaded;
  return (
    <SettingsPage title={settingsMenu.feeds} lead={words.lead}>
      <AsyncContent state={{ ...loaded, isLoading: loaded.isLoading && !data }} skeleton={skeleton}>
        {(feeds) => (
          <div className="flex flex-col gap-4">
            {!feeds.urls && <NoAddress />}
            <SaveBar>
              <FeedsForm loaded={feeds} onSaved={() => void reload()} />
            </SaveBar>
            {feeds.feeds.isOn && feeds.urls && (
              <>
                <Addresses feeds={feeds} urls={feeds.urls} reload={reload} />
                <ProblemList build={feeds.build} />
              </>
            )}
          </div>
        )}
      </AsyncContent>
    </SettingsPage>
  );
}

function NoAddress() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-control bg-caution/8 px-4 py-3 text-caution">
      <p className="min-w-0 grow basis-60">{words.noAddress}</p>
      <LinkButton to={DOMAIN_PATH} variant="secondary" size="small">
        {words.setAddress}
      </LinkButton>
    </div>
  );
}

const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));

const toValues = ({ isOn, country }: Feeds['feeds']): Record<string, string> => ({ isOn: formatSwitch(isOn), country });

const toSnapshot = ({ feeds, version }: Feeds): Snapshot => ({ version, values: toValues(feeds) });

function read(values: FormData) {
  const input = { isOn: values.has('isOn'), country: readField(values, 'country') };
  return { typed: toValues(input), save: (version: number) => api(updateFeeds, { body: { ...input, version } }) };
}

function FeedsForm({ loaded, onSaved }: { loaded: Feeds; onSaved: () => void }) {
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Feeds>({
    loaded,
    toSnapshot,
    fields: { isOn: { label: words.isOn }, country: { label: words.country, format: (code) => code && nameCountry(code) } },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved,
  });
  return (
    <Panel title={words.title}>
      <BarForm state={form}>
        <EditConflictPanel conflict={edit} />
        <SwitchField key={keyOf('isOn')} {...toggle('isOn')} label={words.isOn} hint={words.isOnHint} />
        <SelectField key={keyOf('country')} {...text('country')} label={words.country} hint={words.countryHint}>
          <option value="">{words.shopCountry(loaded.feeds.country ? '…' : nameCountry(loaded.shippedTo))}</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {loaded.feeds.isOn && loaded.lacksTax && <p className="text-small text-caution">{words.lacksTax(nameCountry(loaded.shippedTo))}</p>}
      </BarForm>
    </Panel>
  );
}

interface AddressesProps {
  feeds: Feeds;
  urls: NonNullable<Feeds['urls']>;
  reload: () => Promise<void>;
}

function Addresses({ feeds: { build, isUpdating }, urls, reload }: AddressesProps) {
  const [isBusy, setIsBusy] = useState(false);
  const renew = async () => {
    setIsBusy(true);
    try {
      await api(renewFeeds);
      toast(words.requested);
      await reload();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
  };
  return (
    <Panel title={words.addresses} hint={words.addressesHint}>
      <dl className="flex flex-col gap-4">
        {(['google', 'meta'] as const).map((name) => (
          <div key={name}>
            <dt className="text-small font-[560]">{words[name]}</dt>
            <dd className="mt-1 flex flex-wrap items-center gap-2">
              <code className="min-w-0 grow rounded-control bg-ground px-3 py-2 text-small wrap-anywhere select-all">{urls[name]}</code>
              <Button
                variant="secondary"
                size="small"
                aria-label={words.copyLabel(words[name])}
                onClick={() => void copyText(urls[name], words.copied)}
              >
                {words.copy}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p role="status" className="tabular-nums text-small text-soft">
          {build && `${words.content(build.products, build.items)}. ${words.updatedAt(formatDateTime(build.finishedAt))}. `}
          {isUpdating && words.updating}
        </p>
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => void renew()}>
          {words.update}
        </Button>
      </div>
    </Panel>
  );
}
