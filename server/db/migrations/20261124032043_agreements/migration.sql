CREATE TABLE "agreement_periods" (
	"id" uuid,
	"organisation_id" uuid,
	"agreement_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"every" text NOT NULL,
	"renews_minor" bigint NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_periods_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "agreement_periods_amount" CHECK (amount_minor > 0 AND ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"id" uuid,
	"organisation_id" uuid,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"saved_method_id" uuid NOT NULL,
	"every" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"anchor_day" smallint NOT NULL,
	"state" text NOT NULL,
	"periods" integer DEFAULT 0 NOT NULL,
	"paid_until" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"needs_payer" boolean DEFAULT false NOT NULL,
	"is_ending" boolean DEFAULT false NOT NULL,
	"ended_reason" text,
	"ahead_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreements_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "agreements_amount" CHECK (amount_minor > 0 AND failures >= 0 AND ahead_seconds >= 0),
	CONSTRAINT "agreements_anchor" CHECK (anchor_day BETWEEN 1 AND 31)
);
--> statement-breakpoint
CREATE TABLE "saved_methods" (
	"id" uuid,
	"organisation_id" uuid,
	"payer_kind" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"account_id" uuid,
	"provider_customer" text NOT NULL,
	"provider_method" text,
	"brand" text,
	"last4" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_methods_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_off_session" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_periods_number_unique" ON "agreement_periods" ("organisation_id","agreement_id","number") WHERE state <> 'abandoned';--> statement-breakpoint
CREATE INDEX "agreements_due_index" ON "agreements" ("next_at") WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_live_unique" ON "agreements" ("organisation_id","subject_id") WHERE state <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "saved_methods_customer_unique" ON "saved_methods" ("organisation_id","gateway","provider_customer");--> statement-breakpoint
CREATE INDEX "saved_methods_payer_index" ON "saved_methods" ("organisation_id","payer_id");--> statement-breakpoint
ALTER TABLE "agreement_periods" ADD CONSTRAINT "agreement_periods_agreement_id_fkey" FOREIGN KEY ("organisation_id","agreement_id") REFERENCES "agreements"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_saved_method_id_fkey" FOREIGN KEY ("organisation_id","saved_method_id") REFERENCES "saved_methods"("organisation_id","id");