CREATE TABLE "resale_listings" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"price_minor" bigint NOT NULL,
	"keep_minor" bigint DEFAULT 0 NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"lines" jsonb NOT NULL,
	"state" text DEFAULT 'listed' NOT NULL,
	"offer_id" uuid,
	"buyer_order_id" uuid,
	"refund_due_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resale_listings_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "resale_listings_price" CHECK (price_minor >= 1 AND keep_minor BETWEEN 0 AND price_minor),
	CONSTRAINT "resale_listings_ended" CHECK ((state = 'listed') = (ended_at IS NULL)),
	CONSTRAINT "resale_listings_sold" CHECK (state <> 'sold' OR buyer_order_id IS NOT NULL),
	CONSTRAINT "resale_listings_refund" CHECK (refund_due_at IS NULL OR state = 'sold')
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "resale_rules" jsonb;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD COLUMN "is_resale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "resale_listings_listed_unique" ON "resale_listings" ("organisation_id","event_id","attendee_id") WHERE state = 'listed';--> statement-breakpoint
CREATE INDEX "resale_listings_event_index" ON "resale_listings" ("organisation_id","event_id","id") WHERE state = 'listed';--> statement-breakpoint
CREATE INDEX "resale_listings_order_index" ON "resale_listings" ("organisation_id","order_id");--> statement-breakpoint
CREATE INDEX "resale_listings_buyer_index" ON "resale_listings" ("organisation_id","buyer_order_id") WHERE buyer_order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "resale_listings_paying_index" ON "resale_listings" ("event_id") WHERE state = 'listed' AND buyer_order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "resale_listings_refund_index" ON "resale_listings" ("refund_due_at") WHERE refund_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "resale_listings" ADD CONSTRAINT "resale_listings_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
-- A ticket never costs more when it is resold than was paid for it: at most what its order sold of its type, and what it was sold for itself.
CREATE FUNCTION refuse_dearer_resale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid bigint;
BEGIN
	SELECT coalesce(sum(l.gross_minor) FILTER (WHERE l.attendee_id = NEW.attendee_id),
			max(l.unit_price) FILTER (WHERE l.attendee_id IS NULL)) INTO paid
	FROM (
		SELECT attendee_id, gross_minor,
			-- What one of those that were sold together cost, with its fee, rounded up.
			ceil(sum(gross_minor) OVER (PARTITION BY tier_name) / max(quantity) OVER (PARTITION BY tier_name)) AS unit_price
		FROM order_lines
		WHERE organisation_id = NEW.organisation_id AND event_id = NEW.event_id AND order_id = NEW.order_id
			AND ticket_type_id = NEW.ticket_type_id AND quantity > 0 AND (attendee_id IS NULL OR attendee_id = NEW.attendee_id)
	) AS l;
	IF NEW.price_minor > coalesce(paid, 0) THEN
		RAISE EXCEPTION 'a ticket is never resold for more than was paid for it' USING ERRCODE = 'check_violation',
			CONSTRAINT = 'resale_never_dearer', TABLE = 'resale_listings';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER resale_listings_never_dearer BEFORE INSERT OR UPDATE OF price_minor, attendee_id, order_id ON resale_listings
	FOR EACH ROW EXECUTE FUNCTION refuse_dearer_resale();
--> statement-breakpoint
-- The order of the next guest costs what its tickets do.
CREATE FUNCTION refuse_dearer_resale_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT total_minor FROM orders WHERE organisation_id = NEW.organisation_id AND event_id = NEW.event_id AND id = NEW.buyer_order_id)
		> (SELECT sum(price_minor) FROM resale_listings WHERE organisation_id = NEW.organisation_id AND buyer_order_id = NEW.buyer_order_id)
	THEN
		RAISE EXCEPTION 'an order of resold tickets costs what they do' USING ERRCODE = 'check_violation',
			CONSTRAINT = 'resale_never_dearer', TABLE = 'orders';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resale_orders_never_dearer AFTER INSERT OR UPDATE OF buyer_order_id, state ON resale_listings
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.buyer_order_id IS NOT NULL) EXECUTE FUNCTION refuse_dearer_resale_order();
--> statement-breakpoint
-- A ticket that is cancelled is not for sale any more, whoever cancels it: also a process of the version before, which knows no resale.
CREATE FUNCTION end_resale_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE resale_listings SET state = 'withdrawn', ended_at = now()
	WHERE organisation_id = NEW.organisation_id AND event_id = NEW.event_id AND attendee_id = NEW.id AND state = 'listed';
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attendees_end_resale AFTER UPDATE OF status ON attendees
	FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION end_resale_of_ticket();
