CREATE TABLE "check_in_feed" (
	"id" smallint PRIMARY KEY DEFAULT 1,
	"snapshot" text NOT NULL,
	"read_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sequence_low" bigint NOT NULL,
	"sequence_high" bigint NOT NULL,
	"sequence_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "connections_check_ins_index" ON "connections" ("organisation_id") WHERE types && '{ticket.checked_in,ticket.check_in_undone}'::text[];