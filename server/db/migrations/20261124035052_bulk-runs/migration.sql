CREATE TABLE "bulk_run_orders" (
	"organisation_id" uuid,
	"run_id" uuid,
	"order_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"error" text,
	CONSTRAINT "bulk_run_orders_pkey" PRIMARY KEY("organisation_id","run_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "bulk_runs_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE INDEX "bulk_run_orders_state_index" ON "bulk_run_orders" ("organisation_id","run_id","state","order_id");--> statement-breakpoint
CREATE INDEX "bulk_runs_event_index" ON "bulk_runs" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_runs_running_unique" ON "bulk_runs" ("organisation_id","event_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "bulk_runs_due_index" ON "bulk_runs" ("id") WHERE state = 'running';--> statement-breakpoint
ALTER TABLE "bulk_run_orders" ADD CONSTRAINT "bulk_run_orders_run_id_fkey" FOREIGN KEY ("organisation_id","run_id") REFERENCES "bulk_runs"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;