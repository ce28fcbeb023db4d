CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"event_ids" uuid[],
	"note" text DEFAULT '' NOT NULL,
	"token_hash" bytea NOT NULL,
	"is_by_email" boolean NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"accepted_at" timestamp(3) with time zone,
	"accepted_by" uuid,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_event_ids_check" CHECK (event_ids IS NULL OR cardinality(event_ids) > 0),
	CONSTRAINT "invitations_accepted_check" CHECK ((accepted_at IS NULL) = (accepted_by IS NULL))
);
--> statement-breakpoint
CREATE TABLE "organisation_acts" (
	"id" uuid,
	"organisation_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"summary" text NOT NULL,
	"event_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"input" jsonb NOT NULL,
	"outcome" integer NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisation_acts_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "organisation_acts_input_size" CHECK (octet_length(input::text) <= 4096)
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "extra_actions" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "denied_actions" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash_unique" ON "invitations" ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" ("organisation_id","email_key") WHERE accepted_at IS NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "invitations_organisation_index" ON "invitations" ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "invitations_email_index" ON "invitations" ("email_key");--> statement-breakpoint
CREATE INDEX "invitations_expires_index" ON "invitations" ("expires_at");--> statement-breakpoint
CREATE INDEX "organisation_acts_actor_index" ON "organisation_acts" ("organisation_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "organisation_acts_event_index" ON "organisation_acts" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "organisation_acts_created_index" ON "organisation_acts" USING brin ("created_at");