CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"organisation_id" uuid,
	"event_id" uuid,
	"facts" jsonb DEFAULT '{}' NOT NULL,
	"dedupe_key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "oidc_sign_ins" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "logo_file" text;--> statement-breakpoint
CREATE INDEX "oidc_sign_ins_user_index" ON "oidc_sign_ins" ("user_id") WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_dedupe_key_unique" ON "notices" ("user_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "notices_user_index" ON "notices" ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread_index" ON "notices" ("user_id","id") WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX "notices_created_index" ON "notices" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "oidc_sign_ins" ADD CONSTRAINT "oidc_sign_ins_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;