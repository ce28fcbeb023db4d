CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"new_email" text NOT NULL,
	"old_confirmed_at" timestamp(3) with time zone,
	"new_confirmed_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_sign_ins" (
	"state_hash" bytea PRIMARY KEY,
	"browser_hash" bytea NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"is_remembered" boolean NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid,
	"code_hash" bytea,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"is_remembered" boolean NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY,
	"sealed_secret" bytea NOT NULL,
	"enabled_at" timestamp(3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"issuer" text,
	"subject" text,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_pkey" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"file_name" text,
	"size_bytes" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid,
	"kind" text,
	"channel" text,
	"is_on" boolean NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_choices_pkey" PRIMARY KEY("user_id","kind","channel")
);
--> statement-breakpoint
CREATE TABLE "organisation_settings" (
	"organisation_id" uuid PRIMARY KEY,
	"address" text DEFAULT '' NOT NULL,
	"country_code" text DEFAULT '' NOT NULL,
	"tax_number" text DEFAULT '' NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"default_time_zone" text DEFAULT '' NOT NULL,
	"default_currency" text DEFAULT '' NOT NULL,
	"default_refund_policy" text DEFAULT '' NOT NULL,
	"brand_color" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisation_settings_brand_color" CHECK (brand_color ~ '^(#[0-9a-f]{6})?$')
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "email_changes_user_index" ON "email_changes" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_open" ON "email_changes" ("user_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "oidc_sign_ins_expires_index" ON "oidc_sign_ins" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_token_hash_unique" ON "sign_in_challenges" ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_user_index" ON "sign_in_challenges" ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expires_index" ON "sign_in_challenges" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_user_unique" ON "user_identities" ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "data_exports_user_index" ON "data_exports" ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "data_exports_due_index" ON "data_exports" ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_one_queued" ON "data_exports" ("user_id") WHERE status = 'queued';--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_organisation_id_organisations_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE;