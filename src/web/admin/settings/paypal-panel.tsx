/** PayPal, beside Stripe: which of its accounts takes payments, and what it still lacks. */
import { PAYMENT_MODES } from '../../../contract/payment-connection.ts';
import { checkPaypal, type PaypalConnection, readPaypalConnection } from '../../../contract/paypal-connection.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { payments } from './connection-messages.ts';
import { PaypalAccountSection } from './paypal-account.tsx';
import { paypal as words } from './paypal-messages.ts';
import { DOMAIN_PATH } from './settings-menu.tsx';
import { KeyLostNotice } from './settings-page.tsx';

export function PaypalPanel({ onChanged }: { onChanged: () => Promise<void> }) {
  const loaded = useLoad('paypal connection', (it, signal) => it(readPaypalConnection, { signal }));
  const handleChanged = async () => {
    await loaded.reload();
    await onChanged();
  };
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-40">
          <FieldsSkeleton fields={1} />
        </PanelSkeleton>
      }
    >
      {({ connection }) => <Accounts connection={connection} onChanged={handleChanged} />}
    </AsyncContent>
  );
}

function Accounts({ connection, onChanged }: { connection: PaypalConnection; onChanged: () => Promise<void> }) {
  const { webhookUrl, source, problem, version } = connection;
  return (
    <Panel title={words.title} hint={words.hint}>
      <div className="grid gap-4">
        {problem && <KeyLostNotice />}
        {source === 'saved' && webhookUrl && <PaypalCheck key={version} />}
        {webhookUrl ? (
          [...PAYMENT_MODES]
            .reverse()
            .map((mode) => <PaypalAccountSection key={mode} mode={mode} connection={connection} onChanged={onChanged} />)
        ) : (
          <div>
            <p className="mb-3">{words.needsDomain}</p>
            <LinkButton to={DOMAIN_PATH} variant="secondary" size="small">
              {payments.toDomain}
            </LinkButton>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Asks PayPal when the page is opened, and again on demand. */
function PaypalCheck() {
  const checked = useLoad('paypal check', (it, signal) => it(checkPaypal, { signal }));
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
