CREATE TABLE "sign_up_settings" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"is_open" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_up_settings_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "draft_to_publish" uuid;