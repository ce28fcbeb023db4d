CREATE TABLE "balance_items" (
	"id" uuid,
	"organisation_id" uuid,
	"account_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"application_fee_minor" bigint NOT NULL,
	"provider_fee_minor" bigint NOT NULL,
	"net_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"exchange_rate" text,
	"source_id" text,
	"payment_provider_id" text,
	"available_at" timestamp(3) with time zone NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"payout_id" uuid,
	"matched_id" uuid,
	"subject_id" uuid,
	"event_id" uuid,
	"state" text NOT NULL,
	"difference" text,
	"settled_by" uuid,
	"settled_at" timestamp(3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "balance_items_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid,
	"organisation_id" uuid,
	"account_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"arrives_at" timestamp(3) with time zone NOT NULL,
	"failure" text,
	"trace" text,
	"is_automatic" boolean NOT NULL,
	"itemised_at" timestamp(3) with time zone,
	"made_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "balance_due_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "balance_items_provider_unique" ON "balance_items" ("organisation_id","account_id","provider_id");--> statement-breakpoint
CREATE INDEX "balance_items_unmatched_index" ON "balance_items" ("organisation_id","occurred_at","id") WHERE state = 'unmatched';--> statement-breakpoint
CREATE INDEX "balance_items_payout_index" ON "balance_items" ("organisation_id","payout_id","id");--> statement-breakpoint
CREATE INDEX "balance_items_matched_index" ON "balance_items" ("organisation_id","matched_id");--> statement-breakpoint
CREATE INDEX "balance_items_occurred_index" ON "balance_items" ("organisation_id","account_id","occurred_at");--> statement-breakpoint
CREATE INDEX "payment_accounts_due_index" ON "payment_accounts" ("balance_due_at") WHERE balance_due_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_unique" ON "payouts" ("organisation_id","provider_id");--> statement-breakpoint
CREATE INDEX "payouts_made_index" ON "payouts" ("organisation_id","made_at","id");