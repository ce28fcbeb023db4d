CREATE TABLE "follower_news" (
	"organisation_id" uuid,
	"event_id" uuid,
	"noted_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "follower_news_pkey" PRIMARY KEY("organisation_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"id" uuid,
	"organisation_id" uuid,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"state" text NOT NULL,
	"consent_text" text NOT NULL,
	"consented_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"left_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "followers_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "followers_confirmed" CHECK (state <> 'confirmed' OR confirmed_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "organisation_pages" (
	"organisation_id" uuid PRIMARY KEY,
	"about" text DEFAULT '' NOT NULL,
	"links" jsonb DEFAULT '[]' NOT NULL,
	"is_shown" boolean DEFAULT true NOT NULL,
	"takes_messages" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organiser_messages" (
	"id" uuid,
	"organisation_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organiser_messages_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE INDEX "follower_news_sent_index" ON "follower_news" ("organisation_id","sent_at");--> statement-breakpoint
CREATE INDEX "follower_news_due_index" ON "follower_news" ("noted_at") WHERE sent_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "followers_email_unique" ON "followers" ("organisation_id","email_key");--> statement-breakpoint
CREATE INDEX "followers_state_index" ON "followers" ("organisation_id","state","id");--> statement-breakpoint
CREATE INDEX "followers_email_index" ON "followers" ("email_key");--> statement-breakpoint
CREATE INDEX "followers_unconfirmed_index" ON "followers" ("consented_at") WHERE state <> 'confirmed';--> statement-breakpoint
CREATE INDEX "organiser_messages_email_index" ON "organiser_messages" ("email_key");--> statement-breakpoint
CREATE INDEX "organiser_messages_created_index" ON "organiser_messages" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "follower_news" ADD CONSTRAINT "follower_news_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organisation_pages" ADD CONSTRAINT "organisation_pages_organisation_id_organisations_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE;