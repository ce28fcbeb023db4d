CREATE TABLE "template_versions" (
	"organisation_id" uuid,
	"template_id" uuid,
	"number" integer,
	"plan" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_versions_pkey" PRIMARY KEY("organisation_id","template_id","number"),
	CONSTRAINT "template_versions_size" CHECK (octet_length(plan::text) <= 400000)
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid,
	"organisation_id" uuid,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"hint" text DEFAULT '' NOT NULL,
	"outline" jsonb NOT NULL,
	"current" integer NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"from_event_id" uuid,
	"created_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "templates_name_present" CHECK (length(name) BETWEEN 1 AND 120)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "templates_name_unique" ON "templates" ("organisation_id",lower("name")) WHERE NOT is_archived;--> statement-breakpoint
CREATE INDEX "templates_offered_index" ON "templates" ("organisation_id","updated_at") WHERE NOT is_archived;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_fkey" FOREIGN KEY ("organisation_id","template_id") REFERENCES "templates"("organisation_id","id") ON DELETE CASCADE;