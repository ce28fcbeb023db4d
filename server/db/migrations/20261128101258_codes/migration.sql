CREATE TABLE "code_batches" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "code_batches_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "code_uses" (
	"organisation_id" uuid,
	"event_id" uuid,
	"order_id" uuid,
	"code_id" uuid NOT NULL,
	"buyer" bytea,
	"saved_minor" bigint NOT NULL,
	"given_back_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "code_uses_pkey" PRIMARY KEY("organisation_id","event_id","order_id"),
	CONSTRAINT "code_uses_saved" CHECK (saved_minor >= 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"code" text NOT NULL,
	"key" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"basis_points" integer,
	"amount_minor" bigint,
	"ticket_type_ids" uuid[],
	"min_quantity" integer DEFAULT 1 NOT NULL,
	"max_quantity" integer,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"uses" integer,
	"uses_per_buyer" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"budget_minor" bigint,
	"saved_minor" bigint DEFAULT 0 NOT NULL,
	"batch_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "codes_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "codes_never_overused" CHECK (used >= 0 AND (uses IS NULL OR used <= uses)),
	CONSTRAINT "codes_never_overspent" CHECK (saved_minor >= 0 AND (budget_minor IS NULL OR saved_minor <= budget_minor)),
	CONSTRAINT "codes_kind" CHECK ((kind = 'percent') = (basis_points IS NOT NULL) AND (kind IN ('fixed', 'price')) = (amount_minor IS NOT NULL)
				AND coalesce(basis_points BETWEEN 1 AND 10000, true) AND coalesce(amount_minor >= 0, true)
				AND (kind <> 'unlock' OR ticket_type_ids IS NOT NULL)),
	CONSTRAINT "codes_quantity" CHECK (min_quantity >= 1 AND coalesce(max_quantity >= min_quantity, true)),
	CONSTRAINT "codes_window" CHECK (coalesce(ends_at > starts_at, true))
);
--> statement-breakpoint
CREATE INDEX "code_batches_event_index" ON "code_batches" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "code_uses_buyer_index" ON "code_uses" ("organisation_id","code_id","buyer");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_key_unique" ON "codes" ("organisation_id","event_id","key");--> statement-breakpoint
CREATE INDEX "codes_batch_index" ON "codes" ("organisation_id","event_id","batch_id","id");--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_batch_id_fkey" FOREIGN KEY ("organisation_id","batch_id") REFERENCES "code_batches"("organisation_id","id");
--> statement-breakpoint
-- A use counts as long as its order holds places or is confirmed, whoever changes that: also a process of the version before, which knows
-- no codes. Deferred, so that the row of the code is locked after the pools, in whatever order a transaction came by them.
CREATE FUNCTION follow_order_with_code() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_over boolean := NEW.status IN ('expired', 'cancelled');
	moved record;
BEGIN
	UPDATE code_uses SET given_back_at = CASE WHEN is_over THEN now() END
	WHERE organisation_id = NEW.organisation_id AND event_id = NEW.event_id AND order_id = NEW.id AND (given_back_at IS NULL) = is_over
	RETURNING code_id, CASE WHEN is_over THEN -1 ELSE 1 END AS uses, CASE WHEN is_over THEN -saved_minor ELSE saved_minor END AS saved INTO moved;
	IF FOUND THEN
		UPDATE codes SET used = used + moved.uses, saved_minor = saved_minor + moved.saved
		WHERE organisation_id = NEW.organisation_id AND id = moved.code_id;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER code_uses_follow_orders AFTER UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.status IN ('expired', 'cancelled')) <> (NEW.status IN ('expired', 'cancelled'))) EXECUTE FUNCTION follow_order_with_code();
