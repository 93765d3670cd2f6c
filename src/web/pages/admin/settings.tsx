import { type ContentPageName, readContentPage, readSettings } from '../../../contract/shop.ts';
import type { Api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { FieldsShape, PanelShape } from '../../components/area/shapes.tsx';
import { adminArea, settings as words } from '../../messages.admin.ts';
import { nav, spec } from '../../messages.ts';
import { Panel } from '../../ui/panel.tsx';
import { useLoad } from '../../use-load.ts';
import { StorefrontForm } from './settings-forms/storefront-form.tsx';
import { TextForm } from './settings-forms/text-form.tsx';

const TEXTS: { name: ContentPageName; label: string }[] = [
  { name: 'about', label: nav.about },
  { name: 'contact', label: nav.contact },
  { name: 'policy', label: nav.policy },
];

export const meta = () => [{ title: `${adminArea.settings} – ${spec.title}` }];

async function load(api: Api, signal: AbortSignal) {
  const [{ settings }, ...texts] = await Promise.all([
    api(readSettings, { signal }),
    ...TEXTS.map(async ({ name, label }) => ({ label, ...(await api(readContentPage, { params: { name }, signal })) })),
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

const shape = (
  <PanelShape className="h-200">
    <FieldsShape fields={9} />
  </PanelShape>
);

function Settings() {
  const loaded = useLoad('settings', load);
  return (
    <Loading of={loaded} shape={shape}>
      {({ settings, texts }) => <Forms settings={settings} texts={texts} />}
    </Loading>
  );
}

function Forms({ settings, texts }: Awaited<ReturnType<typeof load>>) {
  return (
    <div className="flex flex-col gap-4">
      <Panel title={words.storefront}>
        <StorefrontForm settings={settings} />
      </Panel>
      <Panel title={words.texts} hint={words.textsHint}>
        <div className="flex flex-col gap-8">
          {texts.map(({ name, label, text }) => (
            <TextForm key={name} name={name} label={label} text={text} />
          ))}
        </div>
      </Panel>
    </div>
  );
}
