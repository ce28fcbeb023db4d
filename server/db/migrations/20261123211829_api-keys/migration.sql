CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment" text NOT NULL,
	"token_hash" bytea NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"event_ids" uuid[],
	"networks" text[],
	"expires_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"last_used_route" text DEFAULT '' NOT NULL,
	"successor_id" uuid,
	"ends_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_scopes" CHECK (cardinality(scopes) > 0),
	CONSTRAINT "api_keys_successor" CHECK ((successor_id IS NULL) = (ends_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid,
	"organisation_id" uuid,
	"api_key_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"others" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_requests_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token_hash_unique" ON "api_keys" ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_organisation_index" ON "api_keys" ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_key_index" ON "api_requests" ("organisation_id","api_key_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_at_index" ON "api_requests" USING brin ("at");