CREATE TABLE "donation_match_uses" (
	"organisation_id" uuid,
	"donation_id" uuid,
	"match_id" uuid,
	"event_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"returned_minor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donation_match_uses_pkey" PRIMARY KEY("organisation_id","donation_id","match_id"),
	CONSTRAINT "donation_match_uses_amount" CHECK (amount_minor > 0 AND returned_minor BETWEEN 0 AND amount_minor)
);
--> statement-breakpoint
CREATE TABLE "donation_matches" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"sponsor" text NOT NULL,
	"currency" text NOT NULL,
	"ratio_basis_points" integer NOT NULL,
	"cap_minor" bigint NOT NULL,
	"used_minor" bigint DEFAULT 0 NOT NULL,
	"received_minor" bigint DEFAULT 0 NOT NULL,
	"starts_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donation_matches_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "donation_matches_cap" CHECK (used_minor BETWEEN 0 AND cap_minor),
	CONSTRAINT "donation_matches_terms" CHECK (ratio_basis_points > 0 AND received_minor >= 0 AND (ends_at IS NULL OR ends_at >= starts_at))
);
--> statement-breakpoint
ALTER TABLE "fundraisers" ADD COLUMN "matched_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraisers" ADD COLUMN "match_received_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "donation_match_uses_match_index" ON "donation_match_uses" ("organisation_id","match_id");--> statement-breakpoint
CREATE INDEX "donation_match_uses_event_index" ON "donation_match_uses" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "donation_matches_event_index" ON "donation_matches" ("organisation_id","event_id","id");--> statement-breakpoint
ALTER TABLE "donation_match_uses" ADD CONSTRAINT "donation_match_uses_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "donation_matches" ADD CONSTRAINT "donation_matches_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;