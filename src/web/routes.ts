/** All routes. The paths are the specification's and case-insensitive. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const storefront = 'pages/storefront';
const account = 'pages/account';
const admin = 'pages/admin';

export default [
  index(`${storefront}/home.tsx`),
  route('product/:slug', `${storefront}/product.tsx`),
  route('category/:slug', `${storefront}/category.tsx`),
  route('category', `${storefront}/categories.tsx`, { id: 'category-list' }),
  route('categories', `${storefront}/categories.tsx`),
  route('searched/products', `${storefront}/search.tsx`),
  route('cart', `${storefront}/cart.tsx`),
  route('success', `${storefront}/checkout-success.tsx`),
  route('cancel', `${storefront}/checkout-cancel.tsx`),
  route('guest/orders/:id', `${storefront}/guest-order.tsx`),
  route('pages/:slug', `${storefront}/content-page.tsx`, { id: 'page' }),
  route('about', `${storefront}/content-page.tsx`, { id: 'about' }),
  route('contact', `${storefront}/content-page.tsx`, { id: 'contact' }),
  route('policy', `${storefront}/content-page.tsx`, { id: 'policy' }),

  route('register', `${account}/register.tsx`),
  route('login', `${account}/login.tsx`),
  route('reset-password', `${account}/reset-password.tsx`),
  route('confirm-email', `${account}/confirm-email.tsx`),
  route('team-invitation', `${account}/team-invitation.tsx`),
  route('forget-password', `${account}/forget-password.tsx`),
  layout(`${account}/layout.tsx`, { id: 'user' }, [
    route('dashboard/user', `${account}/dashboard.tsx`),
    route('dashboard/user/profile', `${account}/profile.tsx`),
    route('dashboard/user/addresses', `${account}/addresses.tsx`),
    route('dashboard/user/security', `${account}/security.tsx`),
    route('dashboard/user/orders/:id?', `${account}/orders.tsx`),
  ]),

  layout(`${admin}/layout.tsx`, { id: 'admin' }, [
    route('dashboard/admin', `${admin}/dashboard.tsx`),
    route('dashboard/admin/create-category', `${admin}/create-category.tsx`),
    route('dashboard/admin/create-product', `${admin}/create-product.tsx`),
    route('dashboard/admin/products', `${admin}/products.tsx`),
    route('dashboard/admin/imports/:id?', `${admin}/imports.tsx`),
    route('dashboard/admin/update-product/:slug', `${admin}/update-product.tsx`),
    route('dashboard/admin/orders/:id?', `${admin}/orders.tsx`),
    route('dashboard/admin/codes', `${admin}/codes.tsx`),
    route('dashboard/admin/shipping', `${admin}/shipping.tsx`),
    route('dashboard/admin/users/:id?', `${admin}/users.tsx`),
    route('dashboard/admin/team', `${admin}/team.tsx`),
    route('dashboard/admin/api-keys', `${admin}/api-keys.tsx`),
    route('dashboard/admin/webhooks', `${admin}/webhooks.tsx`),
    route('dashboard/admin/pages/:id?', `${admin}/pages.tsx`),
    route('dashboard/admin/redirects', `${admin}/redirects.tsx`),
    route('dashboard/admin/emails', `${admin}/emails.tsx`),
    route('dashboard/admin/activity', `${admin}/activity.tsx`),
    route('dashboard/admin/settings', `${admin}/settings.tsx`),
  ]),

  // biome-ignore lint/style/noProcessEnv: read at build time
  ...(process.env.NODE_ENV === 'development' ? [route('dev/ui', 'pages/dev/ui.tsx')] : []),
  route('*', `${storefront}/catch-all.tsx`),
] satisfies RouteConfig;
