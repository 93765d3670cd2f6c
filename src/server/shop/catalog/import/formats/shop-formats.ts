/** Discount codes, pages and redirects, as our own exports, Shopify's, and the common exports of WordPress and WooCommerce name their columns. */
import { createRowFormats } from './row-format.ts';

export const CODE_FORMATS = createRowFormats({
  kind: 'codes',
  required: [['code']],
  columns: [
    { name: 'code', shopify: ['name', 'discount code'], woocommerce: ['post_title', 'coupon code', 'coupon_code'] },
    { name: 'kind', shopify: ['value type'], woocommerce: ['discount_type', 'discount type'] },
    { name: 'value', shopify: ['discount value'], woocommerce: ['coupon_amount', 'coupon amount', 'amount'], number: 'other' },
    { name: 'class', shopify: ['type', 'discount class'] },
    { name: 'free_shipping', woocommerce: ['free shipping'] },
    { name: 'starts', own: ['start', 'starts at'], shopify: ['start date'], woocommerce: ['post_date'] },
    { name: 'ends', own: ['end', 'ends at'], shopify: ['end date'], woocommerce: ['date_expires', 'expiry_date', 'expiry date'] },
    {
      name: 'minimum',
      shopify: ['minimum purchase requirements', 'minimum purchase amount'],
      woocommerce: ['minimum_amount', 'minimum spend'],
      number: 'other',
    },
    { name: 'max_uses', shopify: ['limit total times', 'usage limit'], woocommerce: ['usage_limit', 'usage limit'], number: 'other' },
    {
      name: 'max_uses_per_customer',
      shopify: ['limit once per customer', 'applies once per customer'],
      woocommerce: ['usage_limit_per_user', 'usage limit per user'],
    },
    { name: 'products', woocommerce: ['product_skus'] },
    { name: 'categories', woocommerce: ['product categories'] },
    { name: 'product_ids', woocommerce: ['product ids', 'product_categories'] },
    {
      name: 'excluded',
      woocommerce: ['exclude_product_ids', 'exclude_product_categories', 'excluded_product_ids', 'exclude product ids'],
    },
    { name: 'customers', shopify: ['customer selection'], woocommerce: ['customer_email', 'email_restrictions', 'allowed emails'] },
    { name: 'maximum', woocommerce: ['maximum_amount', 'maximum spend'] },
    { name: 'uses', shopify: ['times used in total'], woocommerce: ['usage_count', 'usage count'], number: 'other' },
    { name: 'status', woocommerce: ['post_status'] },
  ],
  signatures: {
    shopify: [['name', 'value', 'value type']],
    woocommerce: [
      ['post_title', 'discount_type'],
      ['coupon_code', 'discount_type'],
      ['code', 'discount_type'],
    ],
    products: [['code', 'kind', 'value']],
  },
  ignored: /id|created|currency/,
});

export const PAGE_FORMATS = createRowFormats({
  kind: 'pages',
  required: [['title', 'text']],
  columns: [
    { name: 'title', woocommerce: ['post_title', 'post title'] },
    { name: 'slug', shopify: ['handle'], woocommerce: ['post_name', 'post name'] },
    {
      name: 'text',
      own: ['body'],
      shopify: ['body html', 'body (html)', 'body_html'],
      woocommerce: ['content', 'post_content', 'post content'],
    },
    { name: 'format' },
    { name: 'status', shopify: ['published'], woocommerce: ['post_status', 'post status'] },
    { name: 'in_footer' },
    { name: 'footer_position' },
    {
      name: 'description',
      shopify: ['metafield: description_tag [string]', 'seo description'],
      woocommerce: ['excerpt', 'post_excerpt', 'seo description', 'yoast_wpseo_metadesc', '_yoast_wpseo_metadesc'],
    },
    { name: 'type', woocommerce: ['post_type', 'post type'] },
  ],
  signatures: {
    products: [['title', 'slug', 'text', 'in_footer']],
    woocommerce: [
      ['post_title', 'post_content', 'post_status'],
      ['title', 'content', 'post type'],
      ['title', 'content', 'permalink'],
    ],
    shopify: [
      ['handle', 'title', 'body html', 'template suffix'],
      ['handle', 'title', 'body html', 'author'],
    ],
  },
  ignored:
    /id|command|author|created at|updated at|published at|published scope|template suffix|post_date|post_author|menu_order|permalink|updated/,
});

export const REDIRECT_FORMATS = createRowFormats({
  kind: 'redirects',
  required: [['from', 'to']],
  columns: [
    { name: 'from', own: ['redirect from', 'path'], woocommerce: ['source', 'origin', 'source url'] },
    { name: 'to', own: ['redirect to', 'target'], woocommerce: ['target url'] },
    { name: 'regex', woocommerce: ['format'] },
  ],
  signatures: {
    shopify: [['redirect from', 'redirect to']],
    woocommerce: [
      ['source', 'target', 'regex'],
      ['origin', 'target', 'type'],
    ],
    products: [['from', 'to']],
  },
  ignored: /type|code|hits|title|status|position|id/,
});
