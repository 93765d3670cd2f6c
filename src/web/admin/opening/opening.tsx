/** Where an owner opens the shop, pauses it, and sees the password of the closed one. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SHOP_PASSWORD_MAX_LENGTH, SHOP_PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import { readOpening, SHOP_PASSWORD_FIELD, updateOpening } from '../../../contract/opening.ts';
import { readSetup, type Setup, updateSetup } from '../../../contract/setup.ts';
import { type Api, api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { AlertIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { copyText } from '../../shared/forms/copy-and-download.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useNamedFocus } from '../parts/save-bar.tsx';
import { useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { formatDateTime } from '../parts/values.ts';
import { settingsMenu } from '../settings/menu-messages.ts';
import { OwnerSettingsPage } from '../settings/settings-page.tsx';
import { setup as setupWords } from '../setup/messages.ts';
import { opening as words } from './messages.ts';

export const meta = createTitleMeta(settingsMenu.opening);

type Loaded = Pick<ReplyOf<typeof readOpening>, 'opening' | 'version'>;

async function load(call: Api, signal: AbortSignal) {
  const [{ opening, version }, { setup }] = await Promise.all([call(readOpening, { signal }), call(readSetup, { signal })]);
  return { loaded: { opening, version }, setup };
}

export default function OpeningPage() {
  return (
    <OwnerSettingsPage title={settingsMenu.opening} lead={words.lead}>
      <Opening />
    </OwnerSettingsPage>
  );
}

const skeleton = (
  <PanelSkeleton className="h-60">
    <FieldsSkeleton fields={2} />
  </PanelSkeleton>
);

function Opening() {
  const state = useLoad('opening', load);
  return (
    <AsyncContent state={state} skeleton={skeleton}>
      {({ loaded, setup }) => (
        <div className="flex flex-col gap-4">
          <StatePanel {...loaded.opening} setup={setup} reload={state.reload} />
          {loaded.opening.passphrase !== null && (
            <Panel title={words.passwordTitle} hint={words.passwordHint}>
              <PasswordForm key={String(loaded.opening.isOpen)} loaded={loaded} />
            </Panel>
          )}
          {!setup.isShown && <ShowSetupAgain reload={state.reload} />}
        </div>
      )}
    </AsyncContent>
  );
}

interface StatePanelProps {
  isOpen: boolean;
  since: string | null;
  setup: Setup;
  reload: () => Promise<void>;
}

function StatePanel({ isOpen, since, setup, reload }: StatePanelProps) {
  const revalidateShop = useRevalidateShop();
  const [isBusy, setIsBusy] = useState(false);
  const [isPausing, setIsPausing] = useState(false);
  useNamedFocus();
  const save = async (next: boolean) => {
    await api(updateOpening, { body: { isOpen: next } });
    toast.success(next ? words.opened : words.paused);
    setIsPausing(false);
    await reload();
    await revalidateShop();
  };
  const open = async () => {
    setIsBusy(true);
    try {
      await save(true);
    } catch (error) {
      console.error(error);
      toast.error(words.failed);
    }
    setIsBusy(false);
  };
  const advice = setup.steps.flatMap(({ step, state }) => (state === 'done' ? [] : (words.advice[step] ?? [])));
  return (
    <Panel title={isOpen ? words.open : words.closed} {...(since && { hint: words.since(formatDateTime(since)) })}>
      <p>{isOpen ? words.openHint : words.closedHint}</p>
      {!isOpen && advice.length > 0 && (
        <div className="mt-4">
          <p>{words.missing}</p>
          <ul className="mt-2 flex flex-col gap-2">
            {advice.map((it) => (
              <li key={it} className="flex gap-3">
                <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
                {it}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-5">
        {isOpen ? (
          <Button variant="secondary" onClick={() => setIsPausing(true)}>
            {words.pauseShop}
          </Button>
        ) : (
          <Button id="opening" busy={isBusy} onClick={() => void open()}>
            {words.openShop}
          </Button>
        )}
      </div>
      {isPausing && (
        <ConfirmActionDialog
          title={words.pause}
          hint={words.pauseHint}
          confirmLabel={words.pauseShop}
          onConfirm={() => save(false)}
          close={() => setIsPausing(false)}
        />
      )}
    </Panel>
  );
}

function read(values: FormData) {
  const passphrase = readField(values, 'passphrase').trim();
  return { typed: { passphrase }, save: (version: number) => api(updateOpening, { body: { passphrase, version } }) };
}

function PasswordForm({ loaded }: { loaded: Loaded }) {
  const [link, setLink] = useState(loaded.opening.passphrase ?? '');
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot: ({ opening, version }) => ({ version, values: { passphrase: opening.passphrase ?? '' } }),
    fields: { passphrase: { label: words.password } },
    read: (values) => {
      const { typed, save } = read(values);
      return {
        typed,
        save: async (version) => {
          const saved = await save(version);
          setLink(saved.opening.passphrase ?? '');
          return saved;
        },
      };
    },
    saved: words.passwordSaved,
    failed: words.failed,
  });
  const copyLink = () => copyText(`${window.location.origin}/?${new URLSearchParams({ [SHOP_PASSWORD_FIELD]: link })}`, words.copied);
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={keyOf('passphrase')}
        {...text('passphrase')}
        label={words.password}
        hint={words.passwordRule}
        required
        minLength={SHOP_PASSWORD_MIN_LENGTH}
        maxLength={SHOP_PASSWORD_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-96"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton state={form} variant="secondary">
          {words.savePassword}
        </SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={() => void copyLink()}>
          {words.copyLink}
        </Button>
      </div>
    </Form>
  );
}

function ShowSetupAgain({ reload }: { reload: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const show = async () => {
    setIsBusy(true);
    try {
      await api(updateSetup, { body: { isShown: true } });
      toast.success(setupWords.shownAgain);
      await reload();
    } catch (error) {
      console.error(error);
      toast.error(setupWords.failed);
    }
    setIsBusy(false);
  };
  return (
    <Button variant="quiet" size="small" className="self-start" busy={isBusy} onClick={() => void show()}>
      {setupWords.showAgain}
    </Button>
  );
}
