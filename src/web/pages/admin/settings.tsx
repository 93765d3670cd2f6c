import { readSettings, readText, type TextName } from '../../../contract/shop.ts';
import type { Api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { adminArea, settings as words } from '../../messages.admin.ts';
import { common, nav, spec } from '../../messages.ts';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';
import { StorefrontForm } from './settings-forms/storefront-form.tsx';
import { TextForm } from './settings-forms/text-form.tsx';

const TEXTS: { name: TextName; label: string }[] = [
  { name: 'about', label: nav.about },
  { name: 'contact', label: nav.contact },
  { name: 'policy', label: nav.policy },
];

export const meta = () => [{ title: `${adminArea.settings} – ${spec.title}` }];

async function load(api: Api, signal: AbortSignal) {
  const [{ settings }, ...texts] = await Promise.all([
    api(readSettings, { signal }),
    ...TEXTS.map(async ({ name, label }) => ({ label, ...(await api(readText, { params: { name }, signal })) })),
  ]);
  return { settings, texts };
}

export default function SettingsPage() {
  return (
    <div className="max-w-[48rem]">
      <AreaHead title={adminArea.settings} />
      <Settings />
    </div>
  );
}

function Settings() {
  const { data, error, reload } = useLoad('settings', load);
  if (error) return <LoadFailed error={error} retry={() => void reload()} />;
  if (!data) return <Spinner label={common.loading} />;
  return (
    <div className="flex flex-col gap-4">
      <Panel title={words.storefront}>
        <StorefrontForm settings={data.settings} />
      </Panel>
      <Panel title={words.texts} hint={words.textsHint}>
        <div className="flex flex-col gap-8">
          {data.texts.map(({ name, label, text }) => (
            <TextForm key={name} name={name} label={label} text={text} />
          ))}
        </div>
      </Panel>
    </div>
  );
}
