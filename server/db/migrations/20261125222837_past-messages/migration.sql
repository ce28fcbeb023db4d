ALTER TABLE "connections" ADD COLUMN "backfill" jsonb;--> statement-breakpoint
CREATE INDEX "connections_backfill_index" ON "connections" ("organisation_id","id") WHERE backfill ->> 'endedAt' IS NULL AND backfill IS NOT NULL;--> statement-breakpoint
-- What was told before is the same message when it is sent as a past one: it is known by what it tells of, not by its fact.
UPDATE "outbound_messages" m SET "source" = n."source"
FROM (
	SELECT DISTINCT ON ("organisation_id", "type", subject) "organisation_id", "id", subject AS "source"
	FROM (
		SELECT "organisation_id", "type", "id", CASE "type"
			WHEN 'order.paid' THEN 'payment:' || ("payload" #>> '{ids,paymentId}')
			WHEN 'order.refunded' THEN 'refund:' || ("payload" #>> '{ids,refundId}')
			ELSE 'order:' || ("payload" #>> '{ids,orderId}') END AS subject
		FROM "outbound_messages"
		WHERE "type" IN ('registration.created', 'donation.received', 'order.paid', 'order.refunded') AND "source" LIKE 'fact:%'
	) AS told
	WHERE subject IS NOT NULL
	ORDER BY "organisation_id", "type", subject, "id"
) n
WHERE m."organisation_id" = n."organisation_id" AND m."id" = n."id";
