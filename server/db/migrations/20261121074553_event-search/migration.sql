CREATE TABLE "event_words" (
	"word" text PRIMARY KEY,
	"variants" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "starts_on" date NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ends_on" date NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "archived_from" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "previous_starts_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "organiser_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_long" boolean GENERATED ALWAYS AS (ends_at - starts_at > interval '14 days') STORED;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "city_key" text GENERATED ALWAYS AS (foyer_fold(city)) STORED;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "title_vector" tsvector GENERATED ALWAYS AS (foyer_event_title_vector(title, tags, city, venue_name, organiser_name)) STORED;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "search_vector" tsvector GENERATED ALWAYS AS (foyer_event_search_vector(title, tags, city, venue_name, organiser_name, summary, description)) STORED;--> statement-breakpoint
CREATE INDEX "event_words_prefix_index" ON "event_words" ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "event_words_variants_index" ON "event_words" USING gin ("variants");--> statement-breakpoint
CREATE INDEX "event_words_similar_index" ON "event_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_listed_starts_index" ON "events" ("starts_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_published_index" ON "events" ("published_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_long_index" ON "events" ("ends_at") WHERE status = 'published' AND visibility = 'public' AND is_long;--> statement-breakpoint
CREATE INDEX "events_listed_country_index" ON "events" ("country_code","starts_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_city_index" ON "events" ("city_key","starts_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_category_index" ON "events" ("category","starts_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_organiser_index" ON "events" ("organisation_id","starts_at","id") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
CREATE INDEX "events_listed_online_index" ON "events" ("starts_at","id") WHERE status = 'published' AND visibility = 'public' AND format <> 'in_person';--> statement-breakpoint
CREATE INDEX "events_listed_free_index" ON "events" ("starts_at","id") WHERE status = 'published' AND visibility = 'public' AND min_price_minor = 0;--> statement-breakpoint
CREATE INDEX "events_title_words_index" ON "events" USING gin ("title_vector");--> statement-breakpoint
CREATE INDEX "events_listed_words_index" ON "events" USING gin ("search_vector") WHERE status = 'published' AND visibility = 'public';--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_ends_after_start", ADD CONSTRAINT "events_ends_after_start" CHECK (ends_at >= starts_at AND ends_on >= starts_on);