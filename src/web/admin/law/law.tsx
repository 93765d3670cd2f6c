/** What the law asks of the shop where it sells: green or red, as its own pages were found, and drafts of the texts that it needs. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { checkLaw, type LawMarket, readLaw, updateLawMarkets } from '../../../contract/law.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { formatDateTime } from '../parts/values.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { DutyCounts, DutyList, UnseenPanel } from './duty-list.tsx';
import { MarketForm } from './market-form.tsx';
import { law as words } from './messages.ts';
import { TextsPanel } from './texts-panel.tsx';

export const meta = createTitleMeta(words.title);

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={8} />
  </PanelSkeleton>
);

export default function LawPage() {
  const loaded = useLoad('law', (it, signal) => it(readLaw, { signal }));
  return (
    <SettingsPage title={words.title} lead={words.lead}>
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(data) => <LoadedLaw loaded={data} />}
      </AsyncContent>
    </SettingsPage>
  );
}

type Loaded = ReplyOf<typeof readLaw>;

function LoadedLaw({ loaded }: { loaded: Loaded }) {
  const refusal = useRefusal();
  const [{ law, version }, setLaw] = useState<Pick<Loaded, 'law' | 'version'>>(loaded);
  const [isChecking, setIsChecking] = useState(false);
  const check = async () => {
    setIsChecking(true);
    try {
      setLaw(await api(checkLaw));
      toast.success(words.checked);
    } catch (error) {
      console.error(error);
      toast.error(isApiError(error) ? error.message : words.checkFailed);
    }
    setIsChecking(false);
  };
  const save = async (markets: LawMarket[]) => {
    try {
      setLaw(await api(updateLawMarkets, { body: { markets, version } }));
    } catch (error) {
      if (!isApiError(error) || error.code !== 'version_conflict') throw error;
      toast.error(words.conflict);
      setLaw(await api(readLaw));
      return;
    }
    await check();
  };
  const status = isChecking && (
    <p role="status" className="text-small text-soft">
      {words.checking}…
    </p>
  );
  return (
    <>
      <MarketForm key={version} law={law} save={save} status={status} />
      <Panel
        title={words.duties}
        hint={law.checkedAt ? words.checkedAt(formatDateTime(law.checkedAt)) : words.neverChecked}
        className="mt-4"
        action={
          law.markets && (
            <Button
              variant="secondary"
              size="small"
              busy={isChecking}
              disabled={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => void check()}
            >
              {words.again}
            </Button>
          )
        }
      >
        <div className="mb-4">
          <DutyCounts duties={law.duties} />
        </div>
        <DutyList law={law} />
      </Panel>
      <TextsPanel version={version} />
      <UnseenPanel unseen={law.unseen} />
    </>
  );
}
