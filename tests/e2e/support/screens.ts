/** Every screen of the shop: who sees it, and its URL. */
import { randomUUID } from 'node:crypto';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { createCollection } from '../../../src/contract/collection.ts';
import type { ReplyOf } from '../../../src/contract/endpoint.ts';
import { listOrders, startCheckout } from '../../../src/contract/order.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { uploadProductImport } from '../../../src/contract/product-import.ts';
import { inviteToTeam } from '../../../src/contract/team.ts';
import { call, first, HOME, isSimple, logIn, logInAdmin, payOnDemoPage, type Session } from './api-client.ts';

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
  /** A published one by hand. */
  collection: { _id: string; slug: string };
  /** What an invitation to the team carries. */
  invitation: string;
}

/** Reads what is in the demo shop, and makes what it lacks. */
export async function loadDemoData(origin: string): Promise<DemoData> {
  const shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
  const admin = await logInAdmin(origin);
  const { orders } = await call(origin, listOrders, { token: shopper.token });
  const products = (await call(origin, listProducts, { query: { limit: 20 } })).products.filter(isSimple);
  return {
    shopper,
    admin,
    products,
    categories: (await call(origin, listCategories)).category,
    order: orders.find((it) => it.status === 'paid')?._id ?? '',
    guestOrder: await buyAsGuest(origin, products.find(({ quantity }) => quantity > 5) ?? first(products)),
    import: await uploadImport(origin, admin.token),
    collection: await makeCollection(origin, admin.token, products),
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

/** Rows that are new, and refused. */
async function uploadImport(origin: string, token: string): Promise<string> {
  const file = ['name,price,quantity', 'Import Lamp,7.50,3', 'Import Chair,8.50,many'].join('\n');
  const response = await fetch(`${origin}${uploadProductImport.path}?fileName=screens.csv`, {
    method: uploadProductImport.method,
    headers: { authorization: token, 'content-type': 'text/csv' },
    body: file,
  });
  return ((await response.json()) as ReplyOf<typeof uploadProductImport>).import._id;
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
      search: '/searched/products?keyword=lamp',
      'search-near': '/searched/products?keyword=red%20teapot',
      'search-nothing': '/searched/products?keyword=zzzz',
      'search-blank': '/searched/products',
      about: '/about',
      contact: '/contact',
      policy: '/policy',
      login: '/login',
      register: '/register',
      'forget-password': '/forget-password',
      'reset-password': '/reset-password#token=x',
      'confirm-email': '/confirm-email#token=x',
      'guest-order': `/guest/orders/${guestOrder.id}#${guestOrder.signature}`,
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
      'admin-create-product': '/dashboard/admin/create-product',
      'admin-products': '/dashboard/admin/products',
      'admin-update-product': `/dashboard/admin/update-product/${slug}`,
      'admin-orders': '/dashboard/admin/orders',
      'admin-to-procure': '/dashboard/admin/orders/procure',
      'admin-orders-nothing': '/dashboard/admin/orders?keyword=zzzz&status=review',
      'admin-order': `/dashboard/admin/orders/${order}`,
      'admin-ship-orders': '/dashboard/admin/orders/ship',
      'admin-invoices': `/dashboard/admin/orders/print?orders=${order}`,
      'admin-slips': `/dashboard/admin/orders/print?kind=slip&orders=${order}`,
      'admin-codes': '/dashboard/admin/codes',
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
      'admin-settings-search': '/dashboard/admin/settings/search',
      'admin-settings-checkout': '/dashboard/admin/settings/checkout',
      'admin-settings-tax': '/dashboard/admin/settings/tax',
      'admin-settings-templates': '/dashboard/admin/settings/templates',
      'admin-settings-notifications': '/dashboard/admin/settings/notifications',
      'admin-settings-feeds': '/dashboard/admin/settings/feeds',
      'admin-settings-security': '/dashboard/admin/settings/security',
      'admin-not-found': '/dashboard/admin/nowhere',
    },
  };
}
