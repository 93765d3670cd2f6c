-- Triggers and functions of earlier versions that this one does without. What replaces a trigger is created in the transaction that drops it
-- (sql-functions.ts). These lines may go once no shop can come from a version that has them.

drop trigger if exists api_key_ended_audit on api_keys;
drop trigger if exists api_key_made_audit on api_keys;

drop trigger if exists categories_changed on categories;
drop trigger if exists category_named on categories;
drop trigger if exists category_slug_changed on categories;
drop trigger if exists category_slug_deleted on categories;


drop trigger if exists order_begins_sale on orders;
drop trigger if exists order_code_use on orders;
drop trigger if exists order_counted on orders;
drop trigger if exists order_deleted on orders;
drop trigger if exists order_ends_sale on orders;
drop trigger if exists order_ends_with_sale on orders;
drop trigger if exists order_inserted on orders;
drop trigger if exists order_payment on orders;
drop trigger if exists order_payment_inserted on orders;
drop trigger if exists order_placed on orders;
drop trigger if exists order_webhook on orders;

drop trigger if exists page_slug_changed on pages;
drop trigger if exists page_slug_deleted on pages;
drop trigger if exists pages_changed on pages;
drop trigger if exists pages_truncated on pages;

drop trigger if exists product_images_deleted on product_images;
drop trigger if exists product_images_inserted on product_images;
drop trigger if exists product_images_updated on product_images;

drop trigger if exists product_import_changed_audit on product_imports;

drop trigger if exists variant_audit on product_variants;
drop trigger if exists variant_edited on product_variants;
drop trigger if exists variant_faceted on product_variants;
drop trigger if exists variant_listed on product_variants;
drop trigger if exists variant_sku_changed on product_variants;
drop trigger if exists variant_sku_created on product_variants;

drop trigger if exists product_changed_webhook on products;
drop trigger if exists product_details_changed on products;
drop trigger if exists product_edited on products;
drop trigger if exists product_facets on products;
drop trigger if exists product_listed on products;
drop trigger if exists product_moved on products;
drop trigger if exists product_recategorized on products;
drop trigger if exists product_renamed on products;
drop trigger if exists product_sku_changed on products;
drop trigger if exists product_sku_created on products;
drop trigger if exists product_slug_changed on products;
drop trigger if exists product_slug_deleted on products;
drop trigger if exists product_stock_level on products;
drop trigger if exists product_webhook on products;
drop trigger if exists products_changed on products;
drop trigger if exists products_created_webhook on products;
drop trigger if exists products_deleted on products;
drop trigger if exists products_inserted on products;
drop trigger if exists product_audit on products;
drop trigger if exists stock_webhook on products;

drop trigger if exists refund_changed_audit on refunds;
drop trigger if exists refund_counted on refunds;
drop trigger if exists refund_counting on refunds;

drop trigger if exists factor_begun_audit on second_factors;
drop trigger if exists factor_off_audit on second_factors;
drop trigger if exists factor_on_audit on second_factors;

drop trigger if exists settings_changed on settings;
drop trigger if exists settings_truncated on settings;
drop trigger if exists time_zone_changed on settings;

drop trigger if exists stock_adjusted on stock_movements;
drop trigger if exists stock_sold on stock_movements;
drop trigger if exists stock_truncated on stock_movements;

drop trigger if exists account_changed_audit on users;
drop trigger if exists customer_deleted on users;
drop trigger if exists customer_recounted on users;
drop trigger if exists disabled_audit on users;
drop trigger if exists email_audit on users;
drop trigger if exists first_role_audit on users;
drop trigger if exists password_audit on users;
drop trigger if exists profile_edited on users;
drop trigger if exists role_audit on users;
drop trigger if exists user_search_text on users;

drop function if exists audit_change;
drop function if exists notify_catalog_changed;
drop function if exists notify_page_changed;
drop function if exists notify_product_changed;
drop function if exists notify_product_listed();
drop function if exists notify_product_listed(uuid, uuid);
drop function if exists notify_setting_changed;
drop function if exists notify_stock_changed;
drop function if exists notify_stock_sold;
drop function if exists on_category_named;
drop function if exists on_customer_counted;
drop function if exists on_order_code_use;
drop function if exists on_order_counted;
drop function if exists on_order_payment;
drop function if exists on_order_placed;
drop function if exists on_order_webhook;
drop function if exists on_product_deleted_webhook;
drop function if exists on_product_facets;
drop function if exists on_product_images_changed;
drop function if exists on_product_recategorized;
drop function if exists on_product_renamed;
drop function if exists on_product_webhook;
drop function if exists on_products_created_webhook;
drop function if exists on_products_deleted;
drop function if exists on_products_inserted;
drop function if exists on_sale_counted;
drop function if exists on_slug_left;
drop function if exists on_stock_level;
drop function if exists on_stock_webhook;
drop function if exists on_time_zone_changed;
drop function if exists on_user_search_text;
drop function if exists on_variant_changed;
drop function if exists on_variant_facets;
drop function if exists require_unique_sku;
