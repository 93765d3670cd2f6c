import type { DashboardStats } from '../../../contract/reports.ts';
import { AlertIcon } from '../../kit/control-icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { overview as words } from '../messages.ts';

const STRIPE_KEYS = 'https://dashboard.stripe.com/apikeys';

/** What keeps this shop from selling for real; empty if it is ready. */
export function SetupWarnings({ warnings }: Pick<DashboardStats, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Panel title={words.setup} hint={words.setupHint}>
      <ul className="grid gap-x-6 gap-y-3 lg:grid-cols-3">
        {warnings.map((warning) => {
          const [what, advice] = words.setupWarnings[warning];
          return (
            <li key={warning} className="flex min-w-0 gap-3">
              <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
              <div className="min-w-0">
                <p className="font-[600]">{what}</p>
                <p className="text-small text-soft">{advice}</p>
                {warning.endsWith('_payments') && (
                  <a href={STRIPE_KEYS} className="inline-flex min-h-6 items-center text-small text-accent hover:underline">
                    {words.stripeKeys}
                  </a>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
