/**
 * The hosted payment page, rendered to static HTML by React, which escapes every value. It works without scripts. `h` is
 * `createElement`: Node runs this file without JSX.
 */
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DemoSession } from './demo.repository.ts';
import { CardForm, type FailedAttempt } from './payment-page-form.ts';
import { formatMoney, OrderSummary, TestModeBadge } from './payment-page-summary.ts';

/** Whose page it seems to be. */
export interface PageBrand {
  shopName: string;
  style: string;
}

function renderDocument({ shopName, style }: PageBrand, title: string, body: ReactNode): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    h('title', null, `${title} · ${shopName}`),
    h('style', null, style),
  );
  return `<!doctype html>\n${renderToStaticMarkup(h('html', { lang: 'en' }, head, h('body', null, body)))}\n`;
}

export function renderPaymentPage(brand: PageBrand, session: DemoSession, attempt: FailedAttempt | null): string {
  const total = formatMoney(session.checkout.totalCents, session.checkout.currency);
  const title = `${attempt ? 'Error: ' : ''}Pay ${total}`;
  const summary = h(OrderSummary, { session, shopName: brand.shopName });
  return renderDocument(brand, title, h('div', { className: 'checkout' }, summary, h(CardForm, { session, attempt })));
}

export interface Notice {
  title: string;
  text: string;
  /** Target of the page's only link. */
  href: string;
}

function NoticeCard({ title, text, href, shopName }: Notice & { shopName: string }): ReactElement {
  const link = h('a', { className: 'pay', href }, `Back to ${shopName}`);
  const card = h('div', { className: 'card' }, h(TestModeBadge), h('h1', null, title), h('p', null, text), link);
  return h('main', { className: 'notice' }, card);
}

export function renderNotice(brand: PageBrand, notice: Notice): string {
  return renderDocument(brand, notice.title, h(NoticeCard, { ...notice, shopName: brand.shopName }));
}
