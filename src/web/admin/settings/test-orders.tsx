/** Test orders: an owner switches them on for herself, in this browser, and deletes what she has tried. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { endTestOrders, readTestOrders, startTestOrders, type TestOrders } from '../../../contract/test-orders.ts';
import { type Api, api, isApiError } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, FieldsSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { testOrders as words } from '../../shared/messages/test-orders.ts';
import { saveTestOrders } from '../../state/session.ts';
import { DeleteTestOrders } from '../order/test-order-notice.tsx';
import { useNamedFocus } from '../parts/save-bar.tsx';
import { formatDateTime } from '../parts/values.ts';

/** What the server says is what this browser's storefront shows. */
async function load(it: Api, signal: AbortSignal): Promise<TestOrders> {
  const { testOrders } = await it(readTestOrders, { signal });
  saveTestOrders(testOrders.until);
  return testOrders;
}

export function TestOrdersPanel() {
  const loaded = useLoad('test orders of this session', load);
  return (
    <Panel title={words.title} hint={words.lead} action={loaded.data?.until && <Badge tone="caution">{words.on}</Badge>}>
      <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={1} />}>
        {(state) => <TestOrdersSwitch state={state} reload={loaded.reload} />}
      </AsyncContent>
    </Panel>
  );
}

function TestOrdersSwitch({ state: { until, count }, reload }: { state: TestOrders; reload: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  useNamedFocus();
  const change = async () => {
    setIsBusy(true);
    try {
      await api(until ? endTestOrders : startTestOrders);
      toast.success(until ? words.ended : words.started);
      await reload();
    } catch (error) {
      toast.error(isApiError(error) ? error.message : String(error));
    }
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-4">
      {until && <p>{words.onUntil(formatDateTime(until))}</p>}
      <div className="flex flex-wrap gap-3">
        {until && <LinkButton to="/">{words.toShop}</LinkButton>}
        <Button id="test-orders" variant="secondary" busy={isBusy} onClick={() => void change()}>
          {until ? words.turnOff : words.start}
        </Button>
      </div>
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <p className="tabular-nums min-w-0 grow">{words.count(count)}</p>
          <LinkButton to="/dashboard/admin/orders?status=test" variant="secondary" size="small">
            {words.view}
          </LinkButton>
          <DeleteTestOrders size="small" onDeleted={reload} />
        </div>
      )}
    </div>
  );
}
