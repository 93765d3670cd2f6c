/** A sheet of paper: the shop, what it is, and for which order. In print each begins a page of its own, black on white. */
import type { ReactNode } from 'react';
import { formatOrderNumber, type Order } from '../../../contract/order-fields.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatDate } from '../format.ts';
import { orders } from '../messages/orders.ts';
import { imageUrlForWidth } from '../products/product-image.tsx';
import { useShop } from '../shop-data.ts';
import { documents as words } from './messages.ts';

const LOGO_WIDTH = 320;

interface DocumentSheetProps {
  title: string;
  order: Pick<Order, 'number' | 'createdAt' | 'paidAt' | 'isTest'>;
  children: ReactNode;
}

export function DocumentSheet({ title, order: { number, createdAt, paidAt, isTest }, children }: DocumentSheetProps) {
  const { name, logo, email, phone, address, legalDetails } = useShop().settings.shop;
  return (
    <article
      aria-label={`${title} ${formatOrderNumber(number)}`}
      className="mb-6 flex max-w-[52rem] flex-col rounded-card border border-line bg-raised p-6 break-after-page last:break-after-auto sm:p-10 print:mb-0 print:max-w-none print:rounded-none print:border-0 print:p-0 print:text-black"
    >
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div className="min-w-0">
          {logo ? (
            <img src={imageUrlForWidth(logo, LOGO_WIDTH)} alt={name} className="h-12 max-w-60 object-contain object-left" />
          ) : (
            <p className="text-title font-[640]">
              <bdi>{name}</bdi>
            </p>
          )}
          {address && <p className="mt-2 text-small whitespace-pre-line">{address}</p>}
          <p className="text-small">{[email, phone].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="tabular-nums text-right">
          <h2 className="text-title">{title}</h2>
          {isTest && <p className="mt-1 font-[600] uppercase">{orders.testDocument}</p>}
          <p className="mt-1">
            {words.number} #{number}
          </p>
          <p className="text-small">
            {words.date} {formatDate(createdAt)}
          </p>
          {paidAt && (
            <p className="text-small">
              {words.paid} {formatDate(paidAt)}
            </p>
          )}
        </div>
      </header>
      {children}
      {legalDetails && (
        <footer className="mt-8 border-t border-line pt-4 text-small whitespace-pre-line print:border-black">{legalDetails}</footer>
      )}
    </article>
  );
}

/** Whom the document is for, or where its items are shipped. */
export function DocumentAddress({ title, name, lines }: { title: string; name?: string; lines: string }) {
  return (
    <div className="min-w-0">
      <h3 className="text-small font-[560]">{title}</h3>
      {name && (
        <p className="mt-1">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className={classNames('address-lines', !name && 'mt-1')}>{lines}</p>
    </div>
  );
}

/** The class of the cells of a document's tables. */
export const cellClass = 'border-b border-line py-2 pr-4 align-top last:pr-0 print:border-black/40';
