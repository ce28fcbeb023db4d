CREATE TABLE "sign_in_sources" (
	"user_id" uuid,
	"source" bytea,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sign_in_sources_pkey" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "source" bytea;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "locked_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" DROP COLUMN "succeeded";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "locked_until";--> statement-breakpoint
CREATE INDEX "sign_in_sources_seen_index" ON "sign_in_sources" ("last_seen_at");--> statement-breakpoint
ALTER TABLE "sign_in_sources" ADD CONSTRAINT "sign_in_sources_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;