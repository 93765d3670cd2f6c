/** Who may buy, and what is said beside the buttons to buy. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { BUYING_LINE_MAX_LENGTH } from '../../../contract/limits.ts';
import { readDownloadLimits } from '../../../contract/order-downloads.ts';
import { readSettings, type SettingsInput, updateSettings } from '../../../contract/settings.ts';
import { api, isApiError } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { GuaranteePanel } from '../safety/guarantee-panel.tsx';
import { DownloadLimitsForm } from './download-limits-form.tsx';
import { settingsMenu } from './menu-messages.ts';
import { settings as words } from './messages.ts';
import { SettingsPage } from './settings-page.tsx';
import { parseNames, pickRequired } from './storefront-settings.ts';

export const meta = createTitleMeta(settingsMenu.checkout);

const skeleton = (
  <PanelSkeleton className="h-120">
    <FieldsSkeleton fields={5} />
  </PanelSkeleton>
);

export default function CheckoutSettings() {
  return (
    <SettingsPage title={settingsMenu.checkout}>
      <Checkout />
      <div className="mt-4">
        <GuaranteePanel />
      </div>
    </SettingsPage>
  );
}

function Checkout() {
  const loaded = useLoad('checkout settings', async (it, signal) => {
    const [settings, limits] = await Promise.all([it(readSettings, { signal }), it(readDownloadLimits, { signal })]);
    return { settings, limits };
  });
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {({ settings, limits }) => (
        <SaveBar>
          <CheckoutForm loaded={settings} />
          <DownloadLimitsForm loaded={limits} />
        </SaveBar>
      )}
    </AsyncContent>
  );
}

type Loaded = Pick<ReplyOf<typeof readSettings>, 'settings' | 'version'>;

type CheckoutValues = Pick<
  SettingsInput,
  | 'guestCheckout'
  | 'refundReturnsCode'
  | 'asksForConsent'
  | 'asksForNote'
  | 'asksForGiftMessage'
  | 'savesCards'
  | 'deliveryTime'
  | 'returnsLine'
  | 'paymentMarks'
>;

const toValues = ({
  guestCheckout,
  refundReturnsCode = false,
  asksForConsent = false,
  asksForNote = false,
  asksForGiftMessage = false,
  savesCards = false,
  deliveryTime = '',
  returnsLine = '',
  paymentMarks = [],
}: CheckoutValues): Record<string, string> => ({
  guestCheckout: formatSwitch(guestCheckout),
  refundReturnsCode: formatSwitch(refundReturnsCode),
  asksForConsent: formatSwitch(asksForConsent),
  asksForNote: formatSwitch(asksForNote),
  asksForGiftMessage: formatSwitch(asksForGiftMessage),
  savesCards: formatSwitch(savesCards),
  deliveryTime,
  returnsLine,
  paymentMarks: paymentMarks.join(', '),
});

const toSnapshot = ({ settings, version }: Loaded): Snapshot => ({ version, values: toValues(settings) });

function read(values: FormData) {
  const input = {
    guestCheckout: values.has('guestCheckout'),
    refundReturnsCode: values.has('refundReturnsCode'),
    asksForConsent: values.has('asksForConsent'),
    asksForNote: values.has('asksForNote'),
    asksForGiftMessage: values.has('asksForGiftMessage'),
    savesCards: values.has('savesCards'),
    deliveryTime: readField(values, 'deliveryTime').trim(),
    returnsLine: readField(values, 'returnsLine').trim(),
    paymentMarks: parseNames(readField(values, 'paymentMarks')),
  };
  const save = (version: number, { settings }: Loaded) =>
    api(updateSettings, { body: { ...pickRequired(settings), ...input, version } }).catch((error) => {
      if (isApiError(error)) error.issues = error.issues.map((it) => ({ ...it, path: it.path.replace(/^(paymentMarks).*$/, '$1') }));
      throw error;
    });
  return { typed: toValues(input), save };
}

function CheckoutForm({ loaded }: { loaded: Loaded }) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      guestCheckout: { label: words.guestCheckout },
      refundReturnsCode: { label: words.refundReturnsCode },
      asksForConsent: { label: words.asksForConsent },
      asksForNote: { label: words.asksForNote },
      asksForGiftMessage: { label: words.asksForGiftMessage },
      savesCards: { label: words.savesCards },
      deliveryTime: { label: words.deliveryTime },
      returnsLine: { label: words.returnsLine },
      paymentMarks: { label: words.paymentMarks },
    },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void revalidateShop(),
    isPart: true,
  });
  return (
    <BarForm state={form} className="gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.checkout}>
        <div className="grid gap-5">
          <SwitchField
            key={keyOf('guestCheckout')}
            {...toggle('guestCheckout')}
            label={words.guestCheckout}
            hint={words.guestCheckoutHint}
          />
          <SwitchField
            key={keyOf('refundReturnsCode')}
            {...toggle('refundReturnsCode')}
            label={words.refundReturnsCode}
            hint={words.refundReturnsCodeHint}
          />
          <SwitchField
            key={keyOf('asksForConsent')}
            {...toggle('asksForConsent')}
            label={words.asksForConsent}
            hint={words.asksForConsentHint}
          />
          <SwitchField key={keyOf('asksForNote')} {...toggle('asksForNote')} label={words.asksForNote} hint={words.asksForNoteHint} />
          <SwitchField
            key={keyOf('asksForGiftMessage')}
            {...toggle('asksForGiftMessage')}
            label={words.asksForGiftMessage}
            hint={words.asksForGiftMessageHint}
          />
          <SwitchField key={keyOf('savesCards')} {...toggle('savesCards')} label={words.savesCards} hint={words.savesCardsHint} />
        </div>
      </Panel>
      <Panel title={words.buyingLines} hint={words.buyingLinesHint}>
        <div className="grid gap-5">
          <TextField
            key={keyOf('deliveryTime')}
            {...text('deliveryTime')}
            label={words.deliveryTime}
            hint={words.deliveryTimeHint}
            maxLength={BUYING_LINE_MAX_LENGTH}
            autoComplete="off"
          />
          <TextField
            key={keyOf('returnsLine')}
            {...text('returnsLine')}
            label={words.returnsLine}
            hint={words.returnsLineHint}
            maxLength={BUYING_LINE_MAX_LENGTH}
            autoComplete="off"
          />
          <TextField
            key={keyOf('paymentMarks')}
            {...text('paymentMarks')}
            label={words.paymentMarks}
            hint={words.paymentMarksHint}
            autoComplete="off"
          />
        </div>
      </Panel>
    </BarForm>
  );
}
