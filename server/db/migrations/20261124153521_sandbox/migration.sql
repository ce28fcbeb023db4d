CREATE TABLE "sandbox_acts" (
	"id" uuid,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"hours" integer DEFAULT 0 NOT NULL,
	"total_hours" integer DEFAULT 0 NOT NULL,
	"made_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_acts_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "sandbox_acts_hours" CHECK ((kind = 'moved') = (hours > 0) AND total_hours >= hours)
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "sandbox_of" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_sandbox_unique" ON "organisations" ("sandbox_of") WHERE sandbox_of IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sandbox_acts_created_index" ON "sandbox_acts" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "mails_kept_index" ON "mails" ("organisation_id","created_at","id") WHERE status = 'kept';--> statement-breakpoint
ALTER TABLE "organisations" ADD CONSTRAINT "organisations_sandbox_of_organisations_id_fkey" FOREIGN KEY ("sandbox_of") REFERENCES "organisations"("id");