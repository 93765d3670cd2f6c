/** All routes. The paths are the specification's and case-insensitive. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('storefront/home/home.tsx'),
  route('product/:slug', 'storefront/product/product.tsx'),
  route('category/:slug', 'storefront/category/category.tsx'),
  route('category', 'storefront/category/categories.tsx', { id: 'category-list' }),
  route('categories', 'storefront/category/categories.tsx'),
  route('searched/products', 'storefront/search/search.tsx'),
  route('cart', 'storefront/cart/cart.tsx'),
  route('success', 'storefront/checkout/checkout-success.tsx'),
  route('cancel', 'storefront/checkout/checkout-cancel.tsx'),
  route('guest/orders/:id', 'storefront/guest-order/guest-order.tsx'),
  route('pages/:slug', 'storefront/content-page/content-page.tsx', { id: 'page' }),
  route('about', 'storefront/content-page/content-page.tsx', { id: 'about' }),
  route('contact', 'storefront/content-page/content-page.tsx', { id: 'contact' }),
  route('policy', 'storefront/content-page/content-page.tsx', { id: 'policy' }),

  route('register', 'account/register.tsx'),
  route('login', 'account/login/login.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('confirm-email', 'account/confirm-email.tsx'),
  route('team-invitation', 'account/team-invitation.tsx'),
  route('forget-password', 'account/forget-password/forget-password.tsx'),
  layout('account/layout.tsx', { id: 'user' }, [
    route('dashboard/user', 'account/dashboard.tsx'),
    route('dashboard/user/profile', 'account/profile.tsx'),
    route('dashboard/user/addresses', 'account/addresses/addresses.tsx'),
    route('dashboard/user/security', 'account/security/security.tsx'),
    route('dashboard/user/orders/:id?', 'account/orders/orders.tsx'),
  ]),

  layout('admin/layout/layout.tsx', { id: 'admin' }, [
    route('dashboard/admin', 'admin/dashboard/dashboard.tsx'),
    route('dashboard/admin/create-category', 'admin/categories/create-category.tsx'),
    route('dashboard/admin/create-product', 'admin/product-form/create-product.tsx'),
    route('dashboard/admin/products', 'admin/products/products.tsx'),
    route('dashboard/admin/imports/:id?', 'admin/imports/imports.tsx'),
    route('dashboard/admin/update-product/:slug', 'admin/product-form/update-product.tsx'),
    route('dashboard/admin/orders/:id?', 'admin/orders/orders.tsx'),
    route('dashboard/admin/codes', 'admin/codes/codes.tsx'),
    route('dashboard/admin/shipping', 'admin/shipping/shipping.tsx'),
    route('dashboard/admin/users/:id?', 'admin/users/users.tsx'),
    route('dashboard/admin/team', 'admin/team/team.tsx'),
    route('dashboard/admin/api-keys', 'admin/api-keys/api-keys.tsx'),
    route('dashboard/admin/webhooks', 'admin/webhooks/webhooks.tsx'),
    route('dashboard/admin/pages/:id?', 'admin/pages/pages.tsx'),
    route('dashboard/admin/redirects', 'admin/redirects/redirects.tsx'),
    route('dashboard/admin/emails', 'admin/emails/emails.tsx'),
    route('dashboard/admin/activity', 'admin/activity/activity.tsx'),
    route('dashboard/admin/settings', 'admin/settings/settings.tsx'),
  ]),

  // biome-ignore lint/style/noProcessEnv: read at build time
  ...(process.env.NODE_ENV === 'development' ? [route('dev/ui', 'dev/ui.tsx')] : []),
  route('*', 'storefront/content-page/catch-all.tsx'),
] satisfies RouteConfig;
