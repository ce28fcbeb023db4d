CREATE TABLE "connections" (
	"id" uuid,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed_target" bytea NOT NULL,
	"host" text NOT NULL,
	"sealed_secret" bytea,
	"sealed_old_secret" bytea,
	"old_secret_until" timestamp(3) with time zone,
	"types" text[] NOT NULL,
	"event_ids" uuid[],
	"detail" text DEFAULT 'full' NOT NULL,
	"origin" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"state_reason" text,
	"failing_since" timestamp(3) with time zone,
	"not_before" timestamp(3) with time zone,
	"last_delivered_at" timestamp(3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "connections_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "connections_types" CHECK (cardinality(types) > 0),
	CONSTRAINT "connections_secret" CHECK ((kind = 'webhook') = (sealed_secret IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "outbound_attempts" (
	"organisation_id" uuid,
	"delivery_id" uuid,
	"number" integer,
	"at" timestamp(3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"address" text,
	"bytes" integer NOT NULL,
	CONSTRAINT "outbound_attempts_pkey" PRIMARY KEY("organisation_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "outbound_deliveries" (
	"id" uuid,
	"organisation_id" uuid,
	"connection_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"last_status" integer,
	"last_error" text,
	"replay_of" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "outbound_deliveries_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "outbound_messages" (
	"id" uuid,
	"organisation_id" uuid,
	"sequence" bigserial,
	"source" text NOT NULL,
	"type" text NOT NULL,
	"event_id" uuid,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "outbound_messages_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "outbound_deliveries_message_unique" ON "outbound_deliveries" ("organisation_id","connection_id","message_id") WHERE replay_of IS NULL;--> statement-breakpoint
CREATE INDEX "outbound_deliveries_message_index" ON "outbound_deliveries" ("organisation_id","message_id");--> statement-breakpoint
CREATE INDEX "outbound_deliveries_list_index" ON "outbound_deliveries" ("organisation_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "outbound_deliveries_state_index" ON "outbound_deliveries" ("organisation_id","connection_id","state","id");--> statement-breakpoint
CREATE INDEX "outbound_deliveries_due_index" ON "outbound_deliveries" ("next_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "outbound_deliveries_queue_index" ON "outbound_deliveries" ("organisation_id","connection_id","next_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "outbound_deliveries_created_index" ON "outbound_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbound_messages_source_unique" ON "outbound_messages" ("organisation_id","source","type");--> statement-breakpoint
CREATE INDEX "outbound_messages_occurred_index" ON "outbound_messages" USING brin ("occurred_at");--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD CONSTRAINT "outbound_attempts_delivery_id_fkey" FOREIGN KEY ("organisation_id","delivery_id") REFERENCES "outbound_deliveries"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "outbound_deliveries" ADD CONSTRAINT "outbound_deliveries_connection_id_fkey" FOREIGN KEY ("organisation_id","connection_id") REFERENCES "connections"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "outbound_deliveries" ADD CONSTRAINT "outbound_deliveries_message_id_fkey" FOREIGN KEY ("organisation_id","message_id") REFERENCES "outbound_messages"("organisation_id","id") ON DELETE CASCADE;