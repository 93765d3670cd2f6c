-- Whoever changes what everybody is shown tells every process that keeps it, in the same transaction; see src/server/kept/.
-- A checkout touches only `quantity` and stays silent: a commit that notifies waits for all others that do.
CREATE FUNCTION tell_shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', '');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER products_changed AFTER INSERT OR DELETE OR TRUNCATE OR
  UPDATE OF id, name, slug, description, price_cents, shipping, category_id, image_id, created_at ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shop_changed();--> statement-breakpoint
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shop_changed();--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shop_changed();--> statement-breakpoint
-- What an admin counted, brought in or took back is a change like any other.
CREATE TRIGGER stock_counted AFTER INSERT ON stock_movements
  FOR EACH ROW WHEN (NEW.kind IN ('import', 'edit', 'return')) EXECUTE FUNCTION tell_shop_changed();--> statement-breakpoint
CREATE TRIGGER stock_emptied AFTER TRUNCATE ON stock_movements
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shop_changed();
