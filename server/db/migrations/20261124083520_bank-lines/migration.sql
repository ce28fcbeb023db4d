CREATE TABLE "bank_lines" (
	"id" uuid,
	"organisation_id" uuid,
	"hash" bytea NOT NULL,
	"booked_on" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"event_id" uuid,
	"order_id" uuid,
	"payment_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_lines_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "bank_lines_comes_in" CHECK (amount_minor > 0),
	CONSTRAINT "bank_lines_matched" CHECK ((state = 'matched') = (payment_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_hash_unique" ON "bank_lines" ("organisation_id","hash");--> statement-breakpoint
CREATE INDEX "bank_lines_state_index" ON "bank_lines" ("organisation_id","state","id");--> statement-breakpoint
CREATE INDEX "bank_lines_order_index" ON "bank_lines" ("organisation_id","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_lines_created_index" ON "bank_lines" ("created_at");