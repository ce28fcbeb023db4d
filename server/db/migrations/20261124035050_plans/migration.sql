CREATE TABLE "plan_settings" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"are_charged" boolean NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_settings_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"organisation_id" uuid PRIMARY KEY,
	"plan" text NOT NULL,
	"every" text NOT NULL,
	"state" text NOT NULL,
	"agreement_id" uuid,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"change_to" text,
	"grace_until" timestamp(3) with time zone,
	"ended_reason" text,
	"granted_plan" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "subscriptions_grace_index" ON "subscriptions" (grace_until) WHERE grace_until IS NOT NULL;