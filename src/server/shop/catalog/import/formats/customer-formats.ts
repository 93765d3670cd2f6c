/** Customers, as our own export, Shopify's, and the common exports of WooCommerce name their columns. */
import { createRowFormats } from './row-format.ts';

export const CUSTOMER_FORMATS = createRowFormats({
  kind: 'customers',
  required: [['email']],
  columns: [
    { name: 'email', own: ['e-mail', 'email address'], woocommerce: ['user_email', 'billing_email', 'billing: email', 'email (billing)'] },
    { name: 'name', own: ['full name', 'customer'], woocommerce: ['display_name', 'billing: full name'] },
    { name: 'first_name', own: ['first name'], woocommerce: ['billing_first_name', 'billing: first name', 'first name (billing)'] },
    { name: 'last_name', own: ['last name'], woocommerce: ['billing_last_name', 'billing: last name', 'last name (billing)'] },
    { name: 'phone', own: ['telephone'], woocommerce: ['billing_phone', 'billing: phone', 'phone (billing)'] },
    { name: 'address_phone', shopify: ['default address phone', 'default_address phone'] },
    { name: 'address' },
    { name: 'company', shopify: ['default address company'], woocommerce: ['billing_company', 'company (billing)'] },
    {
      name: 'street',
      own: ['address 1'],
      shopify: ['default address address1', 'address1'],
      woocommerce: ['billing_address_1', 'billing: street address (line 1)', 'address 1&2 (billing)', 'address 1 (billing)'],
    },
    {
      name: 'street_2',
      own: ['address 2'],
      shopify: ['default address address2', 'address2'],
      woocommerce: ['billing_address_2', 'billing: street address (line 2)', 'address 2 (billing)'],
    },
    {
      name: 'postcode',
      own: ['zip', 'postal code'],
      shopify: ['default address zip'],
      woocommerce: ['billing_postcode', 'billing: zip', 'postcode (billing)'],
    },
    { name: 'city', own: ['town'], shopify: ['default address city'], woocommerce: ['billing_city', 'billing: city', 'city (billing)'] },
    {
      name: 'region',
      own: ['state'],
      shopify: ['default address province code', 'province code', 'province'],
      woocommerce: ['billing_state', 'billing: state', 'state code (billing)'],
    },
    {
      name: 'country',
      shopify: ['default address country code', 'country code'],
      woocommerce: ['billing_country', 'billing: country', 'country / region', 'country code (billing)'],
    },
    { name: 'addresses' },
    { name: 'tags' },
    { name: 'notes', own: ['note'] },
    {
      name: 'consent',
      own: ['accepts marketing'],
      shopify: ['accepts email marketing'],
      woocommerce: ['newsletter', 'marketing_opt_in', 'email_optin'],
    },
    { name: 'consent_date', own: ['accepts marketing at', 'marketing opt in date'] },
    { name: 'registered', own: ['created at', 'sign up'], woocommerce: ['user_registered', 'date_registered', 'registration date'] },
    { name: 'disabled' },
    { name: 'kind' },
  ],
  signatures: {
    shopify: [
      ['first name', 'last name', 'email', 'accepts email marketing'],
      ['first name', 'last name', 'email', 'accepts marketing'],
    ],
    woocommerce: [
      ['user_login', 'user_email'],
      ['user_email', 'billing_first_name'],
      ['customer_id', 'billing_email'],
      ['email', 'username', 'sign up'],
    ],
    products: [
      ['email', 'kind', 'registered', 'consent'],
      ['email', 'name', 'consent'],
      ['email', 'first name', 'last name'],
    ],
  },
  // What follows from orders, and what nobody may bring along: passwords and roles.
  ignored:
    /orders|spent|currency|last_order|email_confirmed|total (spent|orders)|total spend|aov|last active|customer id|customer_id|id|user_login|username|user_nicename|user_pass|password|roles?|session_tokens|default address (country|province|name)|tax exempt|accepts sms marketing/,
});
