/** Payments: which Stripe account takes them, and what it still lacks. Accounts for tests and for real money stand side by side. */
import { useState } from 'react';
import { checkPayments, PAYMENT_MODES, type PaymentConnection, readPaymentConnection } from '../../../contract/payment-connection.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { payments as words } from './connection-messages.ts';
import { settingsMenu } from './menu-messages.ts';
import { PaymentAccountPanel } from './payment-account.tsx';
import { PaymentMethodsPanel } from './payment-methods.tsx';
import { PaypalPanel } from './paypal-panel.tsx';
import { DOMAIN_PATH } from './settings-menu.tsx';
import { KeyLostNotice, OwnerSettingsPage, ServerPanel } from './settings-page.tsx';
import { TestOrdersPanel } from './test-orders.tsx';

export const meta = createTitleMeta(settingsMenu.payments);

export default function PaymentsPage() {
  return (
    <OwnerSettingsPage title={settingsMenu.payments} lead={words.lead}>
      <Payments />
    </OwnerSettingsPage>
  );
}

function Payments() {
  const loaded = useLoad('payment connection', (it, signal) => it(readPaymentConnection, { signal }));
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-100">
          <FieldsSkeleton fields={2} />
        </PanelSkeleton>
      }
    >
      {({ connection }) => <PaymentPanels connection={connection} reload={loaded.reload} />}
    </AsyncContent>
  );
}

const TONES = { live: 'good', test: 'accent' } as const;

function PaymentPanels({ connection, reload }: { connection: PaymentConnection; reload: () => Promise<void> }) {
  const { active, server, problem, test, live, webhookUrl, version } = connection;
  const { provider } = useShop().settings.payment;
  const [title, hint] = words.status[active ?? (provider === 'demo' || provider === 'paypal' ? provider : 'none')];
  const revalidate = useRevalidateShop();
  // What customers choose among has PayPal, or has lost it.
  const [paypalChanges, setPaypalChanges] = useState(0);
  const handlePaypal = async () => {
    setPaypalChanges((count) => count + 1);
    await revalidate();
  };
  return (
    <div className="flex flex-col gap-4">
      {problem && <KeyLostNotice />}
      <Panel title={title} hint={hint} action={active && <Badge tone={TONES[active]}>{words.modes[active]}</Badge>}>
        {!server && !webhookUrl ? (
          <>
            <p className="mb-3">{words.needsDomain}</p>
            <LinkButton to={DOMAIN_PATH} variant="secondary" size="small">
              {words.toDomain}
            </LinkButton>
          </>
        ) : (
          (server || test || live) && <AccountCheck key={`${version}`} />
        )}
      </Panel>
      {server ? (
        <ServerPanel title={words.title} hasSaved={test !== null || live !== null}>
          {words.serverKey(server.keyEnding)}
        </ServerPanel>
      ) : (
        PAYMENT_MODES.map((mode) => <PaymentAccountPanel key={mode} mode={mode} connection={connection} reload={reload} />)
      )}
      <PaypalPanel onChanged={handlePaypal} />
      <PaymentMethodsPanel revision={paypalChanges} />
      <TestOrdersPanel />
    </div>
  );
}

/** Asks Stripe when the page is opened, and again on demand. */
function AccountCheck() {
  const checked = useLoad('payment check', (it, signal) => it(checkPayments, { signal }));
  const { data, error, isLoading } = checked;
  return (
    <div className="flex flex-col items-start gap-3">
      <div role="status" className="w-full">
        {isLoading && !data && <p className="text-soft">{words.checking}</p>}
        {error !== null && !isLoading && <p className="text-danger">{error instanceof Error ? error.message : words.checkFailed}</p>}
        {data?.problems.length === 0 && (
          <p className="flex gap-2">
            <CheckIcon size={18} className="mt-0.5 shrink-0 text-good" />
            {words.allGood}
          </p>
        )}
        <ul className="grid gap-2 empty:hidden">
          {data?.problems.map(({ mode, problem, detail }) => (
            <li key={`${mode} ${problem}`} className="flex gap-2">
              <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
              <span className="min-w-0 wrap-anywhere">
                <b className="font-[600]">{words.modes[mode]}:</b> {words.problems[problem](detail)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Button variant="secondary" size="small" busy={isLoading} onClick={() => void checked.reload()}>
        {words.check}
      </Button>
    </div>
  );
}
