CREATE INDEX "orders_pending_user" ON "orders" USING btree ("user_id") WHERE "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("payment_id");
