CREATE TABLE "mail_tokens" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"token_hash" bytea NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organisation_id" uuid,
	"user_id" uuid,
	"role" text NOT NULL,
	"event_ids" uuid[],
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_pkey" PRIMARY KEY("organisation_id","user_id"),
	CONSTRAINT "memberships_event_ids_check" CHECK (event_ids IS NULL OR cardinality(event_ids) > 0)
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"is_remembered" boolean NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" uuid PRIMARY KEY,
	"email_key" text NOT NULL,
	"succeeded" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified_at" timestamp(3) with time zone,
	"password_hash" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"profile_image_file" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp(3) with time zone,
	"locked_until" timestamp(3) with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"id" uuid PRIMARY KEY,
	"sequence" bigserial,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"attendee_id" uuid,
	"verdict" text NOT NULL,
	"method" text NOT NULL,
	"staff_link_id" uuid,
	"user_id" uuid,
	"device" text DEFAULT '' NOT NULL,
	"nonce" text,
	"scanned_at" timestamp(3) with time zone NOT NULL,
	"recorded_at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"annulled_at" timestamp(3) with time zone,
	"annulled_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_aliases" (
	"slug" text PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'other' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"format" text DEFAULT 'in_person' NOT NULL,
	"venue_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"country_code" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"online_url" text DEFAULT '' NOT NULL,
	"external_url" text DEFAULT '' NOT NULL,
	"time_zone" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"is_all_day" boolean DEFAULT false NOT NULL,
	"cover_file" text,
	"cover_alt" text DEFAULT '' NOT NULL,
	"cover_seed" text,
	"theme_hue" integer,
	"visibility" text DEFAULT 'public' NOT NULL,
	"password_hash" text,
	"refund_policy" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"min_price_minor" bigint,
	"max_price_minor" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"source_name" text,
	"source_id" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_ends_after_start" CHECK (ends_at >= starts_at),
	CONSTRAINT "events_title_present" CHECK (length(title) BETWEEN 1 AND 300)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid,
	"event_id" uuid,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"dedupe_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp(3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attendee_imports" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"taken" integer NOT NULL,
	"refused" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attendees" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"ticket_code" text NOT NULL,
	"status" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (foyer_fold(name || ' ' || email)) STORED,
	"import_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"cancelled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_minor" bigint NOT NULL,
	CONSTRAINT "order_items_quantity" CHECK (quantity >= 1)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"code" text NOT NULL,
	"status" text NOT NULL,
	"source" text DEFAULT 'web' NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"manage_version" integer DEFAULT 1 NOT NULL,
	"idempotency_key" text,
	"request_hash" bytea,
	"locale" text DEFAULT 'en' NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"hold_extensions" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"id" bigserial PRIMARY KEY,
	"name" text NOT NULL,
	"organisation_id" uuid,
	"event_id" uuid,
	"payload" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"dispatched_at" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text,
	"key" text,
	"request_hash" bytea NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "instance_secrets" (
	"name" text PRIMARY KEY,
	"value" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_devices" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"staff_link_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"short_code" text NOT NULL,
	"label" text NOT NULL,
	"abilities" text[] NOT NULL,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"device_limit" integer,
	"pin_hash" text,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "capacity_pools" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"size" integer,
	"confirmed" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "capacity_pools_never_oversold" CHECK (size IS NULL OR confirmed + held <= size),
	CONSTRAINT "capacity_pools_not_negative" CHECK (confirmed >= 0 AND held >= 0 AND (size IS NULL OR size >= 0))
);
--> statement-breakpoint
CREATE TABLE "ticket_types" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"pool_id" uuid NOT NULL,
	"shared_pool_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"price_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"sales_start_at" timestamp(3) with time zone,
	"sales_end_at" timestamp(3) with time zone,
	"min_per_order" integer DEFAULT 1 NOT NULL,
	"max_per_order" integer DEFAULT 10 NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"admits" integer DEFAULT 1 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_types_price" CHECK (price_minor >= 0 AND (kind <> 'free' OR price_minor = 0)),
	CONSTRAINT "ticket_types_per_order" CHECK (min_per_order >= 1 AND max_per_order >= min_per_order),
	CONSTRAINT "ticket_types_window" CHECK (sales_start_at IS NULL OR sales_end_at IS NULL OR sales_end_at > sales_start_at)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_tokens_token_hash_unique" ON "mail_tokens" ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_tokens_user_index" ON "mail_tokens" ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "memberships_user_index" ON "memberships" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_slug_unique" ON "organisations" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_unique" ON "sessions" ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_index" ON "sessions" ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_email_index" ON "sign_in_attempts" ("email_key","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_created_index" ON "sign_in_attempts" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key_unique" ON "users" ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_admitted_once" ON "check_ins" ("list_id","attendee_id") WHERE verdict = 'accepted' AND annulled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_nonce_unique" ON "check_ins" ("event_id","nonce") WHERE nonce IS NOT NULL;--> statement-breakpoint
CREATE INDEX "check_ins_event_sequence_index" ON "check_ins" ("event_id","sequence");--> statement-breakpoint
CREATE INDEX "check_ins_attendee_index" ON "check_ins" ("attendee_id","recorded_at");--> statement-breakpoint
CREATE INDEX "event_aliases_event_index" ON "event_aliases" ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_slug_unique" ON "events" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "events_code_unique" ON "events" ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "events_source_unique" ON "events" ("organisation_id","source_name","source_id");--> statement-breakpoint
CREATE INDEX "events_organisation_starts_index" ON "events" ("organisation_id","starts_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_dedupe_key_unique" ON "mails" ("dedupe_key");--> statement-breakpoint
CREATE INDEX "mails_due_index" ON "mails" ("next_attempt_at") WHERE status IN ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_created_index" ON "mails" ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_recipient_index" ON "mails" ("recipient");--> statement-breakpoint
CREATE INDEX "attendee_imports_event_index" ON "attendee_imports" ("organisation_id","event_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attendees_ticket_code_unique" ON "attendees" ("organisation_id","ticket_code");--> statement-breakpoint
CREATE INDEX "attendees_search_index" ON "attendees" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attendees_event_index" ON "attendees" ("event_id","id");--> statement-breakpoint
CREATE INDEX "attendees_order_index" ON "attendees" ("order_id");--> statement-breakpoint
CREATE INDEX "attendees_ticket_type_index" ON "attendees" ("ticket_type_id");--> statement-breakpoint
CREATE INDEX "attendees_import_index" ON "attendees" ("import_id") WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "order_items_order_index" ON "order_items" ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_ticket_type_index" ON "order_items" ("ticket_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code_unique" ON "orders" ("organisation_id","event_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency_unique" ON "orders" ("organisation_id","event_id","idempotency_key") WHERE idempotency_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_event_created_index" ON "orders" ("organisation_id","event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_holds_index" ON "orders" ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_buyer_index" ON "orders" ("buyer_email");--> statement-breakpoint
CREATE INDEX "facts_undispatched_index" ON "facts" ("id") WHERE dispatched_at IS NULL;--> statement-breakpoint
CREATE INDEX "facts_dispatched_index" ON "facts" ("dispatched_at") WHERE dispatched_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_index" ON "idempotency_keys" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_devices_token_hash_unique" ON "staff_devices" ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_devices_link_index" ON "staff_devices" ("staff_link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_token_hash_unique" ON "staff_links" ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_short_code_unique" ON "staff_links" ("short_code");--> statement-breakpoint
CREATE INDEX "staff_links_event_index" ON "staff_links" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "capacity_pools_event_index" ON "capacity_pools" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "ticket_types_event_index" ON "ticket_types" ("organisation_id","event_id","position");--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organisation_id_organisations_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_aliases" ADD CONSTRAINT "event_aliases_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendee_imports" ADD CONSTRAINT "attendee_imports_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendees" ADD CONSTRAINT "attendees_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendees" ADD CONSTRAINT "attendees_ticket_type_id_ticket_types_id_fkey" FOREIGN KEY ("ticket_type_id") REFERENCES "ticket_types"("id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_ticket_type_id_ticket_types_id_fkey" FOREIGN KEY ("ticket_type_id") REFERENCES "ticket_types"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id");--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_staff_link_id_staff_links_id_fkey" FOREIGN KEY ("staff_link_id") REFERENCES "staff_links"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD CONSTRAINT "capacity_pools_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_pool_id_capacity_pools_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "capacity_pools"("id");--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_shared_pool_id_capacity_pools_id_fkey" FOREIGN KEY ("shared_pool_id") REFERENCES "capacity_pools"("id");