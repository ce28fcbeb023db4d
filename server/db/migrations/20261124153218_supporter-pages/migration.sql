CREATE TABLE "fundraiser_pages" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"team_id" uuid,
	"name" text NOT NULL,
	"story" text DEFAULT '' NOT NULL,
	"goal_minor" bigint NOT NULL,
	"owner_email" text NOT NULL,
	"user_id" uuid,
	"locale" text DEFAULT 'en' NOT NULL,
	"state" text NOT NULL,
	"hidden_reason" text DEFAULT '' NOT NULL,
	"raised_minor" bigint DEFAULT 0 NOT NULL,
	"donors" integer DEFAULT 0 NOT NULL,
	"manage_version" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"source" bytea,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fundraiser_pages_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "fundraiser_pages_goal" CHECK (goal_minor > 0),
	CONSTRAINT "fundraiser_pages_team" CHECK (kind = 'page' OR team_id IS NULL),
	CONSTRAINT "fundraiser_pages_raised" CHECK (raised_minor >= 0 AND donors >= 0)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "takes_monthly_gifts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "page_id" uuid;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "fundraisers" ADD COLUMN "supporters" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_page_index" ON "donations" ("organisation_id","page_id","id") WHERE page_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_team_index" ON "donations" ("organisation_id","team_id","id") WHERE team_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "fundraiser_pages_slug_unique" ON "fundraiser_pages" ("organisation_id","event_id","slug");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_event_index" ON "fundraiser_pages" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_rank_index" ON "fundraiser_pages" ("organisation_id","event_id","kind","raised_minor","id");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_team_index" ON "fundraiser_pages" ("organisation_id","team_id","raised_minor","id");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_recent_index" ON "fundraiser_pages" ("organisation_id","event_id","created_at");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_email_index" ON "fundraiser_pages" (lower("owner_email"));--> statement-breakpoint
CREATE INDEX "fundraiser_pages_user_index" ON "fundraiser_pages" ("user_id") WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "fundraiser_pages_source_index" ON "fundraiser_pages" ("created_at") WHERE source IS NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD CONSTRAINT "fundraiser_pages_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD CONSTRAINT "fundraiser_pages_team_id_fkey" FOREIGN KEY ("organisation_id","team_id") REFERENCES "fundraiser_pages"("organisation_id","id");