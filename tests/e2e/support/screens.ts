/** Every screen of the shop: who sees it, and its URL. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createBrand } from '../../../src/contract/brand.ts';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { createCollection } from '../../../src/contract/collection-admin.ts';
import { createDownload, uploadDownloadPiece } from '../../../src/contract/downloads.ts';
import type { ReplyOf } from '../../../src/contract/endpoint.ts';
import { issueGiftCard } from '../../../src/contract/gift-card.ts';
import { listImportedOrders } from '../../../src/contract/imported-order.ts';
import { listOrders, startCheckout } from '../../../src/contract/order.ts';
import { readGuestDownloads } from '../../../src/contract/order-downloads.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readProductImport, startProductImport, uploadProductImport } from '../../../src/contract/product-import.ts';
import { inviteToTeam } from '../../../src/contract/team.ts';
import { call, first, HOME, isSimple, logIn, logInAdmin, makeProduct, payOnDemoPage, type Session, uniqueName } from './api-client.ts';

export interface DemoData {
  shopper: Session;
  admin: Session;
  products: Product[];
  categories: ListedCategory[];
  /** Id of a paid order of the shopper. */
  order: string;
  /** Of a guest: id and signature of a paid order, as in its link. */
  guestOrder: { id: string; signature: string };
  /** Id of an import that waits for its start. */
  import: string;
  /** Id of an order of a former shop. */
  importedOrder: string;
  /** A file that a guest bought: what its link carries. */
  download: { id: string; signature: string };
  /** The slug of one with a text and a product. */
  brand: string;
  /** A published one by hand. */
  collection: { _id: string; slug: string };
  /** Id of a gift card. */
  giftCard: string;
  /** What an invitation to the team carries. */
  invitation: string;
}

/** Reads what is in the demo shop, and makes what it lacks. */
export async function loadDemoData(origin: string): Promise<DemoData> {
  const shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
  const admin = await logInAdmin(origin);
  const { orders } = await call(origin, listOrders, { token: shopper.token });
  const products = (await call(origin, listProducts, { query: { limit: 20 } })).products.filter(isSimple);
  const categories = (await call(origin, listCategories)).category;
  const brand = await makeBrand(origin, admin.token);
  return {
    shopper,
    admin,
    products,
    categories,
    brand: brand.slug,
    order: orders.find((it) => it.status === 'paid')?._id ?? '',
    guestOrder: await buyAsGuest(origin, products.find(({ quantity }) => quantity > 5) ?? first(products)),
    download: await buyFile(origin, admin.token, first(categories)._id, brand.name),
    import: await uploadImport(origin, admin.token, 'screens.csv', IMPORTED_PRODUCTS),
    importedOrder: await importOrder(origin, admin.token),
    collection: await makeCollection(origin, admin.token, products),
    giftCard: (await call(origin, issueGiftCard, { token: admin.token, body: { amount: 25, reason: 'Screens' } })).card._id,
    invitation: await invite(origin, admin.token),
  };
}

async function makeCollection(origin: string, token: string, products: Product[]): Promise<DemoData['collection']> {
  const body = { title: 'Collected', text: 'Chosen **by hand**.', isPublished: true, products: products.map(({ _id }) => _id) };
  return (await call(origin, createCollection, { token, body })).collection;
}

async function buyAsGuest(origin: string, { _id }: Product): Promise<DemoData['guestOrder']> {
  const guest = { email: 'grace@example.com', name: HOME.recipient, shipTo: HOME };
  const { order, signature, url } = await call(origin, startCheckout, { body: { products: [{ _id }], guest } });
  await payOnDemoPage(url);
  return { id: order, signature: signature ?? '' };
}

async function makeBrand(origin: string, token: string): Promise<{ name: string; slug: string }> {
  const body = { name: uniqueName('Loom'), description: 'Made by **four people** in a former mill.' };
  return (await call(origin, createBrand, { token, body })).brand;
}

async function buyFile(origin: string, token: string, category: string, brand: string): Promise<DemoData['download']> {
  const product = await makeProduct(origin, token, category, { name: uniqueName('Knitting pattern') });
  const params = { id: product._id };
  await call(origin, updateProduct, { token, params, body: { shipping: 0, brand } });
  const body = { name: 'Pattern.pdf', bytes: 4 };
  const { file } = await call(origin, createDownload, { token, params: { product: product._id }, body });
  const path = uploadDownloadPiece.path.replace('{id}', file._id).replace('{piece}', '0');
  const headers = { authorization: token, 'content-type': 'application/octet-stream' };
  await fetch(origin + path, { method: uploadDownloadPiece.method, headers, body: '%PDF' });
  const { id, signature } = await buyAsGuest(origin, product);
  const { downloads } = await call(origin, readGuestDownloads, { params: { id }, body: { signature } });
  return { id: first(downloads)._id, signature: first(downloads).signature ?? '' };
}

/** Rows that are new, and refused. */
const IMPORTED_PRODUCTS = ['name,price,quantity', 'Import Lamp,7.50,3', 'Import Chair,8.50,many'];

async function uploadImport(origin: string, token: string, fileName: string, rows: string[]): Promise<string> {
  const response = await fetch(`${origin}${uploadProductImport.path}?fileName=${fileName}`, {
    method: uploadProductImport.method,
    headers: { authorization: token, 'content-type': 'text/csv' },
    body: rows.join('\n'),
  });
  return ((await response.json()) as ReplyOf<typeof uploadProductImport>).import._id;
}

async function importOrder(origin: string, token: string): Promise<string> {
  const number = uniqueName('Former');
  const header = 'Name,Email,Financial Status,Currency,Subtotal,Shipping,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';
  const row = `${number},mia@example.com,paid,EUR,30.00,5.00,35.00,2024-05-01 10:00:00 +0200,2,Mug,15.00`;
  const id = await uploadImport(origin, token, 'orders.csv', [header, row]);
  const wait = async (status: string) => {
    while ((await call(origin, readProductImport, { token, params: { id }, query: {} })).import.status !== status) await setTimeout(100);
  };
  await wait('ready');
  await call(origin, startProductImport, { token, params: { id } });
  await wait('done');
  return first((await call(origin, listImportedOrders, { token, query: { keyword: number } })).orders)._id;
}

async function invite(origin: string, token: string): Promise<string> {
  const { link } = await call(origin, inviteToTeam, { token, body: { email: `${randomUUID()}@example.com`, role: 'staff' } });
  return link?.split('#')[1] ?? '';
}

export type Viewer = 'visitor' | 'shopper' | 'admin';

/** Name and URL of each screen, by who sees it. */
export function listScreenUrls(demo: Omit<DemoData, 'admin'>): Record<Viewer, Record<string, string>> {
  const { products, categories, order, guestOrder, shopper } = demo;
  const slug = products[0]?.slug ?? 'none';
  const category = categories[0]?.slug ?? 'none';
  return {
    visitor: {
      home: '/',
      'home-filtered': `/?category=${category}&price=0-99`,
      'home-nothing': `/?category=${category}&price=899-999`,
      product: `/product/${slug}`,
      category: `/category/${category}`,
      categories: '/categories',
      collections: '/collections',
      collection: `/collections/${demo.collection.slug}`,
      brand: `/brands/${demo.brand}`,
      download: `/download/${demo.download.id}#${demo.download.signature}`,
      search: '/searched/products?keyword=lamp',
      'search-near': '/searched/products?keyword=red%20teapot',
      'search-nothing': '/searched/products?keyword=zzzz',
      'search-blank': '/searched/products',
      'legal-guarantee-off': '/pages/legal-guarantee',
      about: '/about',
      contact: '/contact',
      policy: '/policy',
      login: '/login',
      register: '/register',
      'forget-password': '/forget-password',
      'reset-password': '/reset-password#token=x',
      'confirm-email': '/confirm-email#token=x',
      'guest-order': `/guest/orders/${guestOrder.id}#${guestOrder.signature}`,
      'late-order': '/late-order#x',
      'team-invitation': `/team-invitation#${demo.invitation}`,
      'not-found': '/nowhere',
      gate: '/dashboard/user',
      'cart-visitor': '/cart',
      'checkout-guest': '/checkout',
    },
    shopper: {
      cart: '/cart',
      checkout: '/checkout',
      success: `/success?order=${order}`,
      cancel: '/cancel',
      user: '/dashboard/user',
      'user-profile': '/dashboard/user/profile',
      'user-addresses': '/dashboard/user/addresses',
      'user-store-credit': '/dashboard/user/store-credit',
      'user-cards': '/dashboard/user/cards',
      'user-security': '/dashboard/user/security',
      'user-orders': '/dashboard/user/orders',
      'user-order': `/dashboard/user/orders/${order}`,
      'user-invoice': `/dashboard/user/orders/${order}?invoice`,
      'gate-admin': '/dashboard/admin',
    },
    admin: {
      admin: '/dashboard/admin',
      'admin-categories': '/dashboard/admin/create-category',
      'admin-collections': '/dashboard/admin/collections',
      'admin-collection': `/dashboard/admin/collections/${demo.collection._id}`,
      'admin-brands': '/dashboard/admin/brands',
      'admin-manufacturers': '/dashboard/admin/manufacturers',
      'admin-create-product': '/dashboard/admin/create-product',
      'admin-products': '/dashboard/admin/products',
      'admin-update-product': `/dashboard/admin/update-product/${slug}`,
      'admin-orders': '/dashboard/admin/orders',
      'admin-to-procure': '/dashboard/admin/orders/procure',
      'admin-documents': '/dashboard/admin/orders/documents',
      'admin-statement': '/dashboard/admin/orders/statement',
      'admin-orders-nothing': '/dashboard/admin/orders?keyword=zzzz&status=review',
      'admin-imported-orders': '/dashboard/admin/orders/imported',
      'admin-imported-order': `/dashboard/admin/orders/imported/${demo.importedOrder}`,
      'admin-order': `/dashboard/admin/orders/${order}`,
      'admin-ship-orders': '/dashboard/admin/orders/ship',
      'admin-invoices': `/dashboard/admin/orders/print?orders=${order}`,
      'admin-slips': `/dashboard/admin/orders/print?kind=slip&orders=${order}`,
      'admin-codes': '/dashboard/admin/codes',
      'admin-gift-cards': '/dashboard/admin/gift-cards',
      'admin-gift-card': `/dashboard/admin/gift-cards/${demo.giftCard}`,
      'admin-tax-report': '/dashboard/admin/tax-report',
      'admin-pages': '/dashboard/admin/pages',
      'admin-page': '/dashboard/admin/pages/new',
      'admin-legal-pages': '/dashboard/admin/pages/legal',
      'admin-imports': '/dashboard/admin/imports',
      'admin-import': `/dashboard/admin/imports/${demo.import}`,
      'admin-redirects': '/dashboard/admin/redirects',
      'admin-shipping': '/dashboard/admin/shipping',
      'admin-users': '/dashboard/admin/users',
      'admin-users-nothing': '/dashboard/admin/users?keyword=zzzz',
      'admin-customer': `/dashboard/admin/users/${shopper.user._id}`,
      'admin-team': '/dashboard/admin/team',
      'admin-api-keys': '/dashboard/admin/api-keys',
      'admin-webhooks': '/dashboard/admin/webhooks',
      'admin-activity': '/dashboard/admin/activity',
      'admin-emails': '/dashboard/admin/emails',
      'admin-settings': '/dashboard/admin/settings',
      'admin-settings-domain': '/dashboard/admin/settings/domain',
      'admin-settings-opening': '/dashboard/admin/settings/opening',
      'admin-settings-backups': '/dashboard/admin/settings/backups',
      'admin-settings-payments': '/dashboard/admin/settings/payments',
      'admin-settings-mail-server': '/dashboard/admin/settings/emails',
      'admin-settings-custom-fields': '/dashboard/admin/settings/custom-fields',
      'admin-settings-search': '/dashboard/admin/settings/search',
      'admin-settings-checkout': '/dashboard/admin/settings/checkout',
      'admin-settings-invoices': '/dashboard/admin/settings/invoices',
      'admin-settings-law': '/dashboard/admin/settings/law',
      'admin-settings-tax': '/dashboard/admin/settings/tax',
      'admin-settings-templates': '/dashboard/admin/settings/templates',
      'admin-settings-notifications': '/dashboard/admin/settings/notifications',
      'admin-settings-feeds': '/dashboard/admin/settings/feeds',
      'admin-settings-security': '/dashboard/admin/settings/security',
      'admin-not-found': '/dashboard/admin/nowhere',
    },
  };
}
