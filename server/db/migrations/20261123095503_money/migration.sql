CREATE TABLE "ledger_subjects" (
	"organisation_id" uuid,
	"subject_id" uuid,
	"event_id" uuid,
	"currency" text NOT NULL,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"returned_minor" bigint DEFAULT 0 NOT NULL,
	"transfers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_subjects_pkey" PRIMARY KEY("organisation_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"organisation_id" uuid,
	"source_kind" text,
	"source_id" uuid,
	"kind" text,
	"line" smallint,
	"event_id" uuid,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"subject_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"made_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	"transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfers_pkey" PRIMARY KEY("organisation_id","source_id","source_kind","kind","line"),
	CONSTRAINT "ledger_transfers_moves" CHECK (amount_minor > 0 AND debit <> credit)
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"organisation_id" uuid,
	"event_id" uuid,
	"order_id" uuid,
	"line" smallint,
	"kind" text NOT NULL,
	"ticket_type_id" uuid,
	"quantity" integer NOT NULL,
	"unit_minor" bigint NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"gross_minor" bigint NOT NULL,
	"tax_basis_points" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_lines_pkey" PRIMARY KEY("organisation_id","event_id","order_id","line"),
	CONSTRAINT "order_lines_sum" CHECK (gross_minor = net_minor + tax_minor)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid,
	"organisation_id" uuid,
	"payment_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"event_id" uuid,
	"provider_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"evidence_due_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"provider_account" text,
	"country" text NOT NULL,
	"default_currency" text,
	"state" text NOT NULL,
	"charges_enabled" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"requirements" jsonb DEFAULT '[]' NOT NULL,
	"disabled_reason" text,
	"is_live" boolean NOT NULL,
	"synced_at" timestamp(3) with time zone,
	"disconnected_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"organisation_id" uuid,
	"payment_id" uuid,
	"number" smallint,
	"idempotency_key" text NOT NULL,
	"request_hash" bytea NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"code" text,
	"network" bytea,
	"card" bytea,
	"brand" text,
	"last4" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_pkey" PRIMARY KEY("organisation_id","payment_id","number")
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"organisation_id" uuid PRIMARY KEY,
	"takes_cards" boolean DEFAULT true NOT NULL,
	"takes_transfers" boolean DEFAULT false NOT NULL,
	"takes_money_at_door" boolean DEFAULT false NOT NULL,
	"transfer_holder" text DEFAULT '' NOT NULL,
	"transfer_iban" text DEFAULT '' NOT NULL,
	"transfer_bic" text DEFAULT '' NOT NULL,
	"transfer_days" integer DEFAULT 7 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid,
	"organisation_id" uuid,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"event_id" uuid,
	"account_id" uuid,
	"method" text NOT NULL,
	"gateway" text,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"captured_minor" bigint DEFAULT 0 NOT NULL,
	"refunding_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"contested_minor" bigint DEFAULT 0 NOT NULL,
	"failure" text,
	"action_url" text,
	"settled_at" timestamp(3) with time zone,
	"next_check_at" timestamp(3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"made_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "payments_amount" CHECK (amount_minor > 0 AND captured_minor <= amount_minor AND fee_minor >= 0),
	CONSTRAINT "payments_refunds" CHECK (refunding_minor >= 0 AND refunded_minor >= 0 AND refunded_minor + refunding_minor <= captured_minor)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"gateway" text,
	"id" text,
	"account" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"outcome" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	CONSTRAINT "provider_events_pkey" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid,
	"organisation_id" uuid,
	"payment_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"event_id" uuid,
	"amount_minor" bigint NOT NULL,
	"fee_returned_minor" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"provider_id" text,
	"failure" text,
	"requested_by" uuid,
	"next_check_at" timestamp(3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "refunds_amount" CHECK (amount_minor > 0 AND fee_returned_minor >= 0)
);
--> statement-breakpoint
CREATE TABLE "test_gateway_events" (
	"id" text PRIMARY KEY,
	"account" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_gateway_objects" (
	"id" text PRIMARY KEY,
	"account" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_gateway_requests" (
	"account" text DEFAULT '',
	"key" text,
	"request_hash" bytea NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_gateway_requests_pkey" PRIMARY KEY("account","key")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "fee_bearer" text DEFAULT 'organiser' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "prices_include_tax" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "quote_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "suggested_minor" bigint;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "tax_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_subjects_open_index" ON "ledger_subjects" ("organisation_id","event_id","balance_minor") WHERE balance_minor <> 0;--> statement-breakpoint
CREATE INDEX "ledger_transfers_subject_index" ON "ledger_transfers" ("organisation_id","event_id","subject_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_created_index" ON "ledger_transfers" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_unique" ON "disputes" ("organisation_id","provider_id");--> statement-breakpoint
CREATE INDEX "disputes_open_index" ON "disputes" ("organisation_id","evidence_due_at") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "disputes_payment_index" ON "disputes" ("organisation_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_provider_unique" ON "payment_accounts" ("gateway","provider_account");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_organisation_unique" ON "payment_accounts" ("organisation_id") WHERE disconnected_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_key_unique" ON "payment_attempts" ("organisation_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "payment_attempts_network_index" ON "payment_attempts" ("network","created_at") WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_card_index" ON "payment_attempts" ("card","created_at") WHERE card IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_created_index" ON "payment_attempts" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_unique" ON "payments" ("organisation_id","gateway","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_unique" ON "payments" ("organisation_id","subject_id") WHERE gateway IS NOT NULL AND state IN ('created', 'requires_action', 'processing', 'failed');--> statement-breakpoint
CREATE INDEX "payments_due_index" ON "payments" ("next_check_at") WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_subject_index" ON "payments" ("organisation_id","subject_id");--> statement-breakpoint
CREATE INDEX "payments_event_index" ON "payments" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "provider_events_due_index" ON "provider_events" ("next_try_at") WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX "provider_events_received_index" ON "provider_events" USING brin ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_unique" ON "refunds" ("organisation_id","provider_id");--> statement-breakpoint
CREATE INDEX "refunds_due_index" ON "refunds" ("next_check_at") WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_subject_index" ON "refunds" ("organisation_id","subject_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_index" ON "refunds" ("organisation_id","payment_id");--> statement-breakpoint
CREATE INDEX "test_gateway_events_due_index" ON "test_gateway_events" ("due_at") WHERE delivered_at IS NULL;--> statement-breakpoint
CREATE INDEX "test_gateway_events_created_index" ON "test_gateway_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "test_gateway_objects_type_index" ON "test_gateway_objects" ("account","type","id");--> statement-breakpoint
CREATE INDEX "test_gateway_requests_created_index" ON "test_gateway_requests" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_tax" CHECK (tax_basis_points BETWEEN 0 AND 10000);--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_suggested" CHECK (suggested_minor IS NULL OR suggested_minor >= price_minor);