CREATE TABLE "gift_aid_claims" (
	"id" uuid,
	"organisation_id" uuid,
	"is_test" boolean NOT NULL,
	"gifts" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"returned_minor" bigint NOT NULL,
	"schedule_rows" integer NOT NULL,
	"made_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_aid_claims_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "gift_aid_claims_sum" CHECK (gifts >= 0 AND amount_minor >= 0 AND returned_minor >= 0)
);
--> statement-breakpoint
CREATE TABLE "gift_aid_rows" (
	"organisation_id" uuid,
	"claim_id" uuid,
	"donation_id" uuid,
	"declaration_id" uuid NOT NULL,
	"given_on" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "gift_aid_rows_pkey" PRIMARY KEY("organisation_id","claim_id","donation_id"),
	CONSTRAINT "gift_aid_rows_amount" CHECK (amount_minor <> 0)
);
--> statement-breakpoint
CREATE TABLE "gift_aid_declarations" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"email" text NOT NULL,
	"scope" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"house" text NOT NULL,
	"postcode" text NOT NULL,
	"wording" text NOT NULL,
	"statement" text NOT NULL,
	"cancelled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_aid_declarations_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "gift_aid_rows_claimed_once" ON "gift_aid_rows" ("organisation_id","donation_id") WHERE amount_minor > 0;--> statement-breakpoint
CREATE INDEX "gift_aid_rows_donation_index" ON "gift_aid_rows" ("organisation_id","donation_id");--> statement-breakpoint
CREATE INDEX "gift_aid_rows_declaration_index" ON "gift_aid_rows" ("organisation_id","declaration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_aid_declarations_order_unique" ON "gift_aid_declarations" ("organisation_id","order_id");--> statement-breakpoint
CREATE INDEX "gift_aid_declarations_email_index" ON "gift_aid_declarations" (lower("email"));--> statement-breakpoint
CREATE INDEX "gift_aid_declarations_created_index" ON "gift_aid_declarations" ("created_at");--> statement-breakpoint
ALTER TABLE "gift_aid_rows" ADD CONSTRAINT "gift_aid_rows_claim_id_fkey" FOREIGN KEY ("organisation_id","claim_id") REFERENCES "gift_aid_claims"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD CONSTRAINT "gift_aid_declarations_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;