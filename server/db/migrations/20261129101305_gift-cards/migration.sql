CREATE TABLE "gift_card_purchases" (
	"id" uuid,
	"organisation_id" uuid,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"locale" text NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"link_version" integer DEFAULT 1 NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_card_purchases_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "gift_card_purchases_total" CHECK (total_minor > 0),
	CONSTRAINT "gift_card_purchases_paid" CHECK ((state = 'paid') = (paid_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "gift_card_settings" (
	"organisation_id" uuid PRIMARY KEY,
	"is_offered" boolean DEFAULT false NOT NULL,
	"currency" text NOT NULL,
	"amounts_minor" bigint[] NOT NULL,
	"least_minor" bigint NOT NULL,
	"most_minor" bigint NOT NULL,
	"valid_years" smallint,
	"details" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_card_settings_amounts" CHECK (0 < least_minor AND least_minor <= most_minor)
);
--> statement-breakpoint
CREATE TABLE "gift_card_uses" (
	"organisation_id" uuid,
	"payment_id" uuid,
	"gift_card_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"returned_minor" bigint DEFAULT 0 NOT NULL,
	"check_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_card_uses_pkey" PRIMARY KEY("organisation_id","payment_id"),
	CONSTRAINT "gift_card_uses_amounts" CHECK (amount_minor > 0 AND returned_minor BETWEEN 0 AND amount_minor)
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"id" uuid,
	"organisation_id" uuid,
	"purchase_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL,
	"origin" text NOT NULL,
	"code_hash" bytea NOT NULL,
	"code_version" integer DEFAULT 1 NOT NULL,
	"last4" text NOT NULL,
	"currency" text NOT NULL,
	"issued_minor" bigint NOT NULL,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"returned_minor" bigint DEFAULT 0 NOT NULL,
	"lapsed_minor" bigint DEFAULT 0 NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'ordered' NOT NULL,
	"blocked_by" text,
	"expires_on" date,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_email" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"send_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"sendings" integer DEFAULT 0 NOT NULL,
	"made_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	"issued_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_cards_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "gift_cards_never_overspent" CHECK (issued_minor > 0 AND balance_minor >= 0 AND returned_minor >= 0 AND lapsed_minor >= 0
				AND balance_minor + returned_minor + lapsed_minor <= issued_minor),
	CONSTRAINT "gift_cards_issued" CHECK ((state = 'ordered') = (issued_at IS NULL) AND (state <> 'ordered' OR balance_minor = 0)),
	CONSTRAINT "gift_cards_ended" CHECK (state NOT IN ('cancelled', 'lapsed') OR balance_minor = 0),
	CONSTRAINT "gift_cards_blocked" CHECK ((state = 'blocked') = (blocked_by IS NOT NULL)),
	CONSTRAINT "gift_cards_bought" CHECK ((origin = 'bought') = (purchase_id IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "door_price_lists" ADD COLUMN "read_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "gift_card_purchases_pending_index" ON "gift_card_purchases" ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "gift_card_purchases_email_index" ON "gift_card_purchases" (lower("buyer_email"));--> statement-breakpoint
CREATE INDEX "gift_card_uses_card_index" ON "gift_card_uses" ("organisation_id","gift_card_id","payment_id");--> statement-breakpoint
CREATE INDEX "gift_card_uses_order_index" ON "gift_card_uses" ("organisation_id","order_id");--> statement-breakpoint
CREATE INDEX "gift_card_uses_due_index" ON "gift_card_uses" ("check_at") WHERE check_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_cards_code_unique" ON "gift_cards" ("organisation_id","code_hash");--> statement-breakpoint
CREATE INDEX "gift_cards_code_index" ON "gift_cards" ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_cards_purchase_unique" ON "gift_cards" ("organisation_id","purchase_id","position") WHERE purchase_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gift_cards_last4_index" ON "gift_cards" ("organisation_id","last4");--> statement-breakpoint
CREATE INDEX "gift_cards_email_index" ON "gift_cards" (lower("recipient_email")) WHERE recipient_email <> '';--> statement-breakpoint
CREATE INDEX "gift_cards_balance_index" ON "gift_cards" ("organisation_id","is_test","currency","balance_minor") WHERE balance_minor > 0;--> statement-breakpoint
CREATE INDEX "gift_cards_state_index" ON "gift_cards" ("organisation_id","state","id");--> statement-breakpoint
CREATE INDEX "gift_cards_due_index" ON "gift_cards" ("send_at") WHERE send_at IS NOT NULL AND sent_at IS NULL AND state = 'active';--> statement-breakpoint
CREATE INDEX "gift_cards_ends_index" ON "gift_cards" ("expires_on") WHERE expires_on IS NOT NULL AND state IN ('active', 'blocked');--> statement-breakpoint
ALTER TABLE "gift_card_uses" ADD CONSTRAINT "gift_card_uses_gift_card_id_fkey" FOREIGN KEY ("organisation_id","gift_card_id") REFERENCES "gift_cards"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_purchase_id_fkey" FOREIGN KEY ("organisation_id","purchase_id") REFERENCES "gift_card_purchases"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "door_sales" DROP CONSTRAINT "door_sales_cash", ADD CONSTRAINT "door_sales_cash" CHECK ((num_nonnulls(due_minor, drawer_id) = 2 AND way = 'cash') OR (num_nonnulls(due_minor, drawer_id) = 0 AND (way <> 'cash' OR total_minor = 0)));