/** Every screen of the shop: who sees it, and its URL. */
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { call, isSimple, logIn, logInAdmin, type Session } from './api-client.ts';

export interface DemoData {
  shopper: Session;
  admin: Session;
  products: Product[];
  categories: ListedCategory[];
  /** Id of a paid order of the shopper. */
  order: string;
}

/** Reads what is in the demo shop. */
export async function loadDemoData(origin: string): Promise<DemoData> {
  const shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
  const { orders } = await call(origin, listOrders, { token: shopper.token });
  return {
    shopper,
    admin: await logInAdmin(origin),
    products: (await call(origin, listProducts, { query: { limit: 20 } })).products.filter(isSimple),
    categories: (await call(origin, listCategories)).category,
    order: orders.find((it) => it.status === 'paid')?._id ?? '',
  };
}

export type Viewer = 'visitor' | 'shopper' | 'admin';

/** Name and URL of each screen, by who sees it. */
export function listScreenUrls({
  products,
  categories,
  order,
  shopper,
}: Pick<DemoData, 'products' | 'categories' | 'order' | 'shopper'>): Record<Viewer, Record<string, string>> {
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
      'user-security': '/dashboard/user/security',
      'user-orders': '/dashboard/user/orders',
      'user-order': `/dashboard/user/orders/${order}`,
      'gate-admin': '/dashboard/admin',
    },
    admin: {
      admin: '/dashboard/admin',
      'admin-categories': '/dashboard/admin/create-category',
      'admin-create-product': '/dashboard/admin/create-product',
      'admin-products': '/dashboard/admin/products',
      'admin-update-product': `/dashboard/admin/update-product/${slug}`,
      'admin-orders': '/dashboard/admin/orders',
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
      'admin-settings-search': '/dashboard/admin/settings/search',
      'admin-settings-checkout': '/dashboard/admin/settings/checkout',
      'admin-settings-tax': '/dashboard/admin/settings/tax',
      'admin-settings-templates': '/dashboard/admin/settings/templates',
      'admin-settings-notifications': '/dashboard/admin/settings/notifications',
      'admin-settings-security': '/dashboard/admin/settings/security',
    },
  };
}
