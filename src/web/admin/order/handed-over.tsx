/** The files and licence keys that an order has, as the team sees them: how often each can still be fetched, and what is owed. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { readAnyOrderDownloads, renewOrderDownloads, resendOrderDownloads } from '../../../contract/order-downloads.ts';
import { type AdminOrder, isPaidStatus } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { downloads as words } from '../../shared/messages/downloads.ts';
import { describeDownload } from '../../shared/orders/order-downloads.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { productDownloads, handedOver as texts } from '../product-downloads/messages.ts';

/** Keys are for those who work on orders: whoever only reads doesn't see them. */
export function HandedOver({ order, reload }: { order: AdminOrder; reload: () => Promise<void> }) {
  return useRefusal() === null && <HandedOverPanel order={order} reload={reload} />;
}

function HandedOverPanel({ order: { _id: id, lines, status }, reload }: { order: AdminOrder; reload: () => Promise<void> }) {
  const loaded = useLoad(`downloads of order ${id}`, (it, signal) => it(readAnyOrderDownloads, { params: { id }, signal }));
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (name: string, call: () => Promise<unknown>, done: string) => {
    setBusy(name);
    try {
      await call();
      toast.success(done);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await Promise.all([loaded.reload(), reload()]);
    setBusy(null);
  };
  const isOpen = isPaidStatus(status) && status !== 'review' && status !== 'refunded';
  return (
    <AsyncContent state={loaded} skeleton={<PanelSkeleton className="h-40" />}>
      {({ downloads, keys }) => (
        <Panel title={productDownloads.title}>
          <ul className="-my-3 divide-y divide-line">
            {downloads.map((download) => (
              <li key={download._id} className="py-3">
                <p className="font-[560] wrap-anywhere">
                  <bdi>{download.name}</bdi>
                </p>
                <p className="tabular-nums text-small text-soft">{describeDownload(download, texts.ended)}</p>
              </li>
            ))}
            {keys.map(({ line, keys: of, owed }) => (
              <li key={`keys ${line}`} className="py-3">
                <p className="font-[560] wrap-anywhere">
                  {words.keys(of.length + owed)}: <bdi>{lines[line]?.name}</bdi>
                </p>
                {of.map((key) => (
                  <p key={key} dir="auto" className="text-left font-mono wrap-anywhere select-all">
                    {key}
                  </p>
                ))}
                {owed > 0 && <p className="text-small text-caution">{texts.owed(owed)}</p>}
                {!of.length && !owed && <p className="text-small text-soft">{texts.hidden}</p>}
              </li>
            ))}
          </ul>
          {isOpen && (
            <div className="mt-5 flex flex-wrap gap-2">
              <ActionButton
                variant="secondary"
                busy={busy === 'send'}
                onClick={() => void act('send', () => api(resendOrderDownloads, { params: { id } }), texts.sent)}
              >
                {texts.send}
              </ActionButton>
              {downloads.length > 0 && (
                <ActionButton
                  variant="secondary"
                  busy={busy === 'renew'}
                  onClick={() => void act('renew', () => api(renewOrderDownloads, { params: { id } }), texts.renewed)}
                >
                  {texts.renew}
                </ActionButton>
              )}
            </div>
          )}
        </Panel>
      )}
    </AsyncContent>
  );
}
