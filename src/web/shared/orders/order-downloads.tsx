/** The files and licence keys of an order, where its customer sees it. Loaded only for orders that have some. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  type Download,
  type DownloadEnd,
  readGuestDownloads,
  readOrderDownloads,
  startDownload,
} from '../../../contract/order-downloads.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton, SkeletonText } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../dashboard-layout/async-content.tsx';
import { formatDate } from '../format.ts';
import { copyText } from '../forms/copy-and-download.tsx';
import { QueryProvider, useLoad } from '../hooks/use-load.ts';
import { common } from '../messages/common.ts';
import { formatBytes, downloads as words } from '../messages/downloads.ts';

interface OrderDownloadsProps {
  order: Pick<Order, '_id' | 'lines'>;
  /** Of a guest's link; null: the customer is logged in. */
  signature: string | null;
  className?: string;
}

export function OrderDownloads(props: OrderDownloadsProps) {
  return (
    <QueryProvider>
      <DownloadsPanel {...props} />
    </QueryProvider>
  );
}

function DownloadsPanel({ order: { _id: id, lines }, signature, className }: OrderDownloadsProps) {
  const loaded = useLoad(`downloads of ${id}`, (it, signal) =>
    signature
      ? it(readGuestDownloads, { params: { id }, body: { signature }, signal })
      : it(readOrderDownloads, { params: { id }, signal }),
  );
  return (
    <AsyncContent state={loaded} skeleton={<DownloadsSkeleton />}>
      {({ downloads, keys }) => (
        <Panel title={words.title} {...(className && { className })}>
          <ul className="-my-3 divide-y divide-line">
            {downloads.map((download) => (
              <li key={download._id} className="py-3">
                <FileRow download={download} onDone={loaded.reload} />
              </li>
            ))}
            {keys.map(({ line, keys: of, owed }) => (
              <li key={`keys ${line}`} className="py-3">
                <KeyRow product={lines[line]?.name ?? ''} keys={of} owed={owed} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </AsyncContent>
  );
}

function DownloadsSkeleton() {
  return (
    <PanelSkeleton className="h-40">
      <Skeleton className="h-4.5 w-28" />
      <SkeletonText lines={2} className="mt-6 space-y-5" />
    </PanelSkeleton>
  );
}

/** The browser keeps the page, since what it gets is a file to save. */
export function useFileDownload(onDone: () => unknown): { isBusy: boolean; start: (download: Download, signature: string) => void } {
  const [isBusy, setIsBusy] = useState(false);
  const start = async ({ _id: id }: Download, signature: string) => {
    setIsBusy(true);
    try {
      const { url } = await api(startDownload, { params: { id }, body: { signature } });
      window.location.assign(url);
      toast.success(words.started);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await onDone();
    setIsBusy(false);
  };
  return { isBusy, start: (download, signature) => void start(download, signature) };
}

/** Its size, and how often and how long it can be fetched. The team reads of an end in its own words. */
export function describeDownload({ bytes, left, expiresAt, ended }: Download, ends: Record<DownloadEnd, string> = words.ended): string {
  if (ended) return `${formatBytes(bytes)} · ${ends[ended]}`;
  const limits = [left === null ? null : words.left(left), expiresAt && words.until(formatDate(expiresAt))];
  return [formatBytes(bytes), ...limits].filter(Boolean).join(' · ');
}

function FileRow({ download, onDone }: { download: Download; onDone: () => Promise<void> }) {
  const { name, ended, signature } = download;
  const { isBusy, start } = useFileDownload(onDone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[560] wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="tabular-nums text-small text-soft">{describeDownload(download)}</p>
      </div>
      {!ended && signature && (
        <Button busy={isBusy} aria-label={words.downloadLabel(name)} className="print:hidden" onClick={() => start(download, signature)}>
          {words.download}
        </Button>
      )}
    </div>
  );
}

function KeyRow({ product, keys, owed }: { product: string; keys: string[]; owed: number }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[560] wrap-anywhere">
          {words.keys(keys.length + owed)}: <bdi>{product}</bdi>
        </p>
        {keys.map((key) => (
          <p key={key} dir="auto" className="mt-1 text-left font-mono wrap-anywhere select-all">
            {key}
          </p>
        ))}
        {owed > 0 && <p className="tabular-nums mt-1 text-small text-soft">{words.owed(owed, keys.length)}</p>}
      </div>
      {keys.length > 0 && (
        <Button
          variant="secondary"
          size="small"
          className="print:hidden"
          aria-label={words.copyKeysLabel(product)}
          onClick={() => void copyText(keys.join('\n'), words.keysCopied)}
        >
          {words.copyKeys}
        </Button>
      )}
    </div>
  );
}
