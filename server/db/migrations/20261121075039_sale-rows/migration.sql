CREATE TABLE "retired_ticket_codes" (
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"ticket_code" text,
	"attendee_id" uuid NOT NULL,
	"retired_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retired_ticket_codes_pkey" PRIMARY KEY("organisation_id","ticket_code")
);
--> statement-breakpoint
ALTER TABLE "attendees" DROP CONSTRAINT "attendees_order_id_orders_id_fkey";--> statement-breakpoint
ALTER TABLE "attendees" DROP CONSTRAINT "attendees_ticket_type_id_ticket_types_id_fkey";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_order_id_orders_id_fkey";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_ticket_type_id_ticket_types_id_fkey";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_event_id_events_id_fkey";--> statement-breakpoint
DROP INDEX "attendees_search_index";--> statement-breakpoint
DROP INDEX "attendees_event_index";--> statement-breakpoint
DROP INDEX "attendees_ticket_type_index";--> statement-breakpoint
DROP INDEX "order_items_order_index";--> statement-breakpoint
DROP INDEX "order_items_ticket_type_index";--> statement-breakpoint
DROP INDEX "orders_event_created_index";--> statement-breakpoint
DROP INDEX "orders_buyer_index";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "places" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "attendees" DROP CONSTRAINT "attendees_pkey";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pkey";--> statement-breakpoint
ALTER TABLE "attendees" ADD PRIMARY KEY ("organisation_id","event_id","id");--> statement-breakpoint
ALTER TABLE "order_items" ADD PRIMARY KEY ("organisation_id","event_id","order_id","ticket_type_id");--> statement-breakpoint
ALTER TABLE "orders" ADD PRIMARY KEY ("organisation_id","event_id","id");--> statement-breakpoint
DROP INDEX "attendees_order_index";--> statement-breakpoint
CREATE INDEX "attendees_order_index" ON "attendees" ("event_id","order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_ends" CHECK (status <> 'pending' OR expires_at IS NOT NULL);--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_quantity", ADD CONSTRAINT "order_items_quantity" CHECK (quantity >= 1 AND places >= quantity);--> statement-breakpoint
-- A pool's row changes with every sale: room on its page keeps the new versions there (HOT).
ALTER TABLE "capacity_pools" SET (fillfactor = 50);
--> statement-breakpoint
-- Search in the guest list. With btree_gin (part of PostgreSQL's own extensions, trusted) the index is divided by event; a
-- server without it still finds names, by trigrams of all events. The pending list is kept short so that no sale has to
-- merge megabytes of it.
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'btree_gin') THEN
		CREATE EXTENSION IF NOT EXISTS btree_gin;
		CREATE INDEX attendees_search_index ON attendees
			USING gin (event_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 512);
	ELSE
		CREATE INDEX attendees_search_index ON attendees
			USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 512);
	END IF;
END $$;
