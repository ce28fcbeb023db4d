import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { agreements } from '#server/db/tables/payments.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Listener, listen } from '#server/domain/facts.ts';
import { recordGift } from '#server/domain/orders/commands/record-gift.ts';
import { getAgreement, getPeriod } from '#server/domain/payments/agreements/agreement-record.ts';
import { databaseNow } from '#server/domain/payments/agreements/note-payment.ts';
import { endAgreement, startAgreement } from '#server/domain/payments/agreements/start-agreement.ts';
import { refundLatePayment } from '#server/domain/payments/request-refund.ts';
import { periodEnd } from '#shared/rules/agreement-states.ts';
import { readParts, writeParts } from './parts.ts';

/**
 * Begins the agreement of a gift that is to be given each month, in the transaction in which its first one arrives. Nothing is begun where
 * no card was saved: the order was paid another way.
 */
export async function beginMonthlyGift(tx: Tx, scope: EventScope & { orderId: string }): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const { rows } = await tx.execute<{
		method: string;
		currency: string;
		amount: string;
		cover: string;
		title: string;
	}>(sql`
		SELECT m.id AS method, o.currency, l.gross_minor AS amount, e.title,
			coalesce((SELECT sum(c.gross_minor) FROM order_lines c WHERE c.organisation_id = l.organisation_id AND c.event_id = l.event_id
				AND c.order_id = l.order_id AND c.kind = 'cover'), 0) AS cover
		FROM saved_methods m
		JOIN order_lines l ON l.organisation_id = m.organisation_id AND l.event_id = ${eventId} AND l.order_id = m.payer_id AND l.kind = 'gift'
			AND l.ticket_type_id IS NULL AND l.gross_minor > 0 AND l.details->>'monthly' = 'true'
		JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
		JOIN events e ON e.organisation_id = l.organisation_id AND e.id = l.event_id
		WHERE m.organisation_id = ${organisationId} AND m.payer_id = ${orderId} AND m.payer_kind = 'donor' AND m.provider_method IS NOT NULL
			AND NOT EXISTS (SELECT FROM agreements a WHERE a.organisation_id = ${organisationId} AND a.subject_id = ${orderId})`);
	const [row] = rows;
	if (!row) return;
	const parts = { amountMinor: Number(row.amount), coverMinor: Number(row.cover) };
	const now = await databaseNow(tx);
	const agreement = await startAgreement(tx, {
		organisationId,
		subjectKind: 'gift',
		subjectId: orderId,
		eventId,
		savedMethodId: row.method,
		every: 'month',
		amountMinor: parts.amountMinor + parts.coverMinor,
		currency: row.currency,
		detail: writeParts(parts),
		anchorDay: now.getUTCDate(),
		description: row.title.slice(0, 200),
		firstDueAt: periodEnd(now, 'month', now.getUTCDate()),
	});
	await tx.execute(sql`
		UPDATE donations SET agreement_id = ${agreement.id}
		WHERE organisation_id = ${organisationId} AND order_id = ${orderId} AND ticket_type_id IS NULL`);
}

export const monthlyListeners: Listener[] = [
	listen({
		fact: 'payments.agreement-paid',
		async inTransaction(tx, { organisationId, payload }, services) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'gift' || agreement.eventId === null) return;
			const period = await getPeriod(tx, { organisationId, periodId: payload.periodId });
			if (agreement.state === 'ended') {
				// The bank answered when the gift had been stopped: the donor gets their money back.
				await refundLatePayment(services, tx, { organisationId, subjectId: period.id });
				return;
			}
			await recordGift(services, tx, {
				organisationId,
				eventId: agreement.eventId,
				orderId: period.id,
				firstOrderId: agreement.subjectId,
				...readParts(period.detail),
				currency: period.currency,
			});
		},
	}),
	listen({
		fact: 'events.event-cancelled',
		async inTransaction(tx, { organisationId, eventId }, services) {
			const rows = await tx
				.select()
				.from(agreements)
				.where(sql`organisation_id = ${organisationId} AND event_id = ${eventId} AND state <> 'ended'`)
				.orderBy(agreements.id);
			for (const row of rows)
				await endAgreement(services, tx, row, { when: 'now', reason: 'event-cancelled' });
		},
	}),
];
