CREATE TABLE "cash_drawers" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"opened_minor" bigint NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"counted_minor" bigint,
	"expected_minor" bigint,
	"closed_by" text,
	"closed_user_id" uuid,
	"closed_at" timestamp(3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"late_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cash_drawers_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "cash_drawers_amounts" CHECK (opened_minor >= 0 AND counted_minor >= 0),
	CONSTRAINT "cash_drawers_closed" CHECK (num_nonnulls(counted_minor, expected_minor, closed_by, closed_at) IN (0, 4))
);
--> statement-breakpoint
CREATE TABLE "door_allotments" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'live' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_allotments_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "door_allotments_quantity" CHECK (quantity >= 0)
);
--> statement-breakpoint
CREATE TABLE "door_price_lists" (
	"organisation_id" uuid,
	"event_id" uuid,
	"hash" text,
	"prices" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_price_lists_pkey" PRIMARY KEY("organisation_id","event_id","hash")
);
--> statement-breakpoint
CREATE TABLE "door_sale_settings" (
	"organisation_id" uuid,
	"event_id" uuid,
	"ticket_type_ids" uuid[],
	"ways" text[] NOT NULL,
	"allotment_size" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_sale_settings_pkey" PRIMARY KEY("organisation_id","event_id"),
	CONSTRAINT "door_sale_settings_allotment" CHECK (allotment_size BETWEEN 0 AND 500)
);
--> statement-breakpoint
CREATE TABLE "door_sales" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"nonce" text NOT NULL,
	"request_hash" bytea NOT NULL,
	"way" text NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"due_minor" bigint,
	"given_minor" bigint,
	"drawer_id" uuid,
	"is_offline" boolean DEFAULT false NOT NULL,
	"sold_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_sales_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "door_sales_cash" CHECK ((way = 'cash') = (due_minor IS NOT NULL AND drawer_id IS NOT NULL)),
	CONSTRAINT "door_sales_given" CHECK (given_minor IS NULL OR given_minor >= due_minor),
	CONSTRAINT "door_sales_offline" CHECK (NOT is_offline OR way = 'cash')
);
--> statement-breakpoint
CREATE INDEX "cash_drawers_event_index" ON "cash_drawers" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_drawers_open_unique" ON "cash_drawers" ("organisation_id","event_id","holder_id","device_id") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "door_allotments_event_index" ON "door_allotments" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "door_allotments_live_unique" ON "door_allotments" ("organisation_id","event_id","holder_id","device_id","ticket_type_id") WHERE state = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "door_sales_nonce_unique" ON "door_sales" ("organisation_id","event_id","nonce");--> statement-breakpoint
CREATE INDEX "door_sales_event_index" ON "door_sales" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "door_sales_order_index" ON "door_sales" ("organisation_id","order_id");--> statement-breakpoint
CREATE INDEX "door_sales_drawer_index" ON "door_sales" ("organisation_id","drawer_id") WHERE drawer_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "cash_drawers" ADD CONSTRAINT "cash_drawers_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "door_allotments" ADD CONSTRAINT "door_allotments_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "door_price_lists" ADD CONSTRAINT "door_price_lists_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "door_sale_settings" ADD CONSTRAINT "door_sale_settings_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "door_sales" ADD CONSTRAINT "door_sales_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;