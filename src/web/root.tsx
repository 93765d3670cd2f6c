/** The layout of every page (header, toasts, main area, footer; the admin area has a frame of its own), and what is shown if a page fails. */
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useNavigate,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { DEFAULT_SHOP_DETAILS } from '../contract/settings.ts';
import { isRecord } from '../contract/values.ts';
import { classNames } from './kit/class-names.ts';
import { NavigateContext } from './kit/link.tsx';
import { createClientLoader, createServerLoader } from './page-loader.ts';
import { setPriceFormat, setTimeZone } from './shared/format.ts';
import { common } from './shared/messages/common.ts';
import { isShopOutdated, loadRootData, markShopLoaded, type RootData } from './shared/shop-data.ts';
import {
  AddedPanelSlot,
  ClosedShopBar,
  OfflineBanner,
  RouteAnnouncer,
  TestOrderBarSlot,
  Toasts,
} from './shared/site-layout/announcements.tsx';
import { BootScript, useScriptNonce } from './shared/site-layout/boot-script.tsx';
import { CheckoutFooter, CheckoutHeader } from './shared/site-layout/checkout-frame.tsx';
import { ErrorPage, NotFound } from './shared/site-layout/error-page.tsx';
import { Footer } from './shared/site-layout/footer.tsx';
import { Header } from './shared/site-layout/header.tsx';
import { NavigationSkeleton } from './shared/site-layout/skeletons.tsx';
import { ShopStyle, ThemeSync } from './shared/site-layout/theme.tsx';
import { THEME_SCRIPT } from './state/theme.ts';
import css from './storefront.css?url';

/** What the layout shows. If a later load fails, this stays, and with it the page inside. */
let lastRootData: RootData | null = null;

export const loader = createServerLoader(loadRootData);
export const clientLoader = createClientLoader(async (api, args): Promise<RootData> => {
  try {
    return await loadRootData(api, args);
  } catch (error) {
    if (!lastRootData) throw error;
    console.error(error);
    return lastRootData;
  }
});

/**
 * Not with every navigation: only when a page loads again at its own URL, as the admin's pages do after a change, and with a navigation that
 * interrupts this.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href || isShopOutdated();

export const links: LinksFunction = () => [
  { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export const meta = ({ error, loaderData }: { error?: unknown; loaderData?: RootData | undefined }) =>
  error ? [] : [{ title: (loaderData?.settings.shop ?? DEFAULT_SHOP_DETAILS).name }];

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const nonce = useScriptNonce();
  const { timeZone, currency, priceLocale } = data?.settings.shop ?? DEFAULT_SHOP_DETAILS;
  setTimeZone(timeZone);
  setPriceFormat(currency, priceLocale);
  const navigate = useNavigate();
  const handles = useMatches().map(({ handle }) => isRecord(handle) && handle.frame);
  const isCheckout = handles.includes('checkout');
  // If the shop's data couldn't be loaded, there is only the page that says so.
  const isAdmin = data !== undefined && handles.includes('admin');
  const isSlim = isCheckout || data?.isShut;
  const isLoading = useNavigation().state !== 'idle';
  useEffect(() => {
    if (!data) return;
    lastRootData = data;
    markShopLoaded();
  }, [data]);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script nonce={nonce}>{THEME_SCRIPT}</script>
        {/* The admin area pads its bars by the insets of the screen. */}
        <meta name="viewport" content={`width=device-width, initial-scale=1${isAdmin ? ', viewport-fit=cover' : ''}`} />
        {/* With a precedence React puts it before the links of the head, so that it is requested first. */}
        <link rel="stylesheet" href={css} precedence="default" />
        <ShopStyle />
        <Meta />
        <Links />
      </head>
      <body>
        <a href="#main" className="skip-link">
          {common.skipToContent}
        </a>
        <div
          aria-hidden="true"
          className={classNames(
            'fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-transform',
            isLoading ? 'scale-x-75 duration-[2s]' : 'scale-x-0 duration-0',
          )}
        />
        <NavigateContext value={navigate}>
          {!isAdmin && data?.settings.isClosed && !data.isShut && <ClosedShopBar />}
          {!isAdmin && (isSlim ? <CheckoutHeader /> : <Header categories={data?.categories ?? []} />)}
          <AddedPanelSlot />
          <ThemeSync />
          <Toasts />
          <RouteAnnouncer />
          {isAdmin ? (
            children
          ) : (
            <main id="main" className="min-h-[75vh]">
              <NavigationSkeleton>{children}</NavigationSkeleton>
            </main>
          )}
          {!isAdmin && (isSlim ? <CheckoutFooter /> : <Footer categories={data?.categories ?? []} />)}
          {!isAdmin && <TestOrderBarSlot />}
          <OfflineBanner />
        </NavigateContext>
        <ScrollRestoration />
        <BootScript />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && (error.status === 404 || error.status === 410)) return <NotFound isGone={error.status === 410} />;
  return <ErrorPage error={error} />;
}
