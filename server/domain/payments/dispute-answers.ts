import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { disputes } from '#server/db/tables/payments.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { DisputeEvidence, GatewayDispute } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import type { Dispute } from '#shared/contracts/payouts.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { applyDispute } from './disputes.ts';
import { findGiftCardSubjects } from './gift-card-subjects.ts';
import { getAccountOf, getPayment } from './queries.ts';

type DisputeRow = typeof disputes.$inferSelect;

const present = (row: DisputeRow, isOfGiftCards: boolean): Dispute => ({
	id: row.id,
	state: row.state,
	amountMinor: row.amountMinor,
	feeMinor: row.feeMinor,
	currency: row.currency,
	reason: row.reason,
	evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
	sentAt: row.sentAt?.toISOString() ?? null,
	closedAt: row.closedAt?.toISOString() ?? null,
	createdAt: row.createdAt.toISOString(),
	orderId: row.subjectId,
	eventId: row.eventId,
	isOfGiftCards,
});

/** A page of an organisation's disputes, newest first. */
export async function listDisputes(
	db: DbOrTx,
	organisationId: string,
	query: { limit: number; cursor?: string | undefined; open?: boolean | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await db
		.select()
		.from(disputes)
		.where(
			and(
				eq(disputes.organisationId, organisationId),
				query.open ? isNull(disputes.closedAt) : undefined,
				after ? sql`${disputes.id} < ${after}::uuid` : undefined,
			),
		)
		.orderBy(desc(disputes.id))
		.limit(query.limit + 1);
	const isOfGiftCards = await findGiftCardSubjects(db, organisationId, rows);
	return pageOf(
		rows,
		query.limit,
		(row) => present(row, isOfGiftCards(row)),
		(row) => [row.id],
	);
}

interface DisputeScope {
	organisationId: string;
	disputeId: string;
	/** Idempotency key of the request to the provider. */
	key: string;
}

async function getDispute(db: DbOrTx, scope: DisputeScope): Promise<DisputeRow> {
	const [row] = await db
		.select()
		.from(disputes)
		.where(and(eq(disputes.organisationId, scope.organisationId), eq(disputes.id, scope.disputeId)));
	if (!row) throw notFound('Dispute');
	return row;
}

/** Sends what speaks for the organisation to the bank, permanently. @throws `too-late`, SERVICE_UNAVAILABLE */
export const answerDispute = (
	services: Services,
	scope: DisputeScope,
	evidence: DisputeEvidence,
): Promise<Dispute> =>
	answer(services, scope, (request) => services.gateway.sendEvidence({ ...request, evidence, submit: true }));

/** Gives a dispute up: it is lost at once. @throws `too-late`, SERVICE_UNAVAILABLE */
export const giveUpDispute = (services: Services, scope: DisputeScope): Promise<Dispute> =>
	answer(services, scope, (request) => services.gateway.acceptDispute(request));

/** Calls the provider about an open dispute and applies its answer. */
async function answer(
	services: Services,
	scope: DisputeScope,
	call: (request: { key: string; account: string | null; disputeId: string }) => Promise<GatewayDispute>,
): Promise<Dispute> {
	const { db } = services.database;
	const row = await getDispute(db, scope);
	if (row.closedAt !== null || row.sentAt !== null || !['inquiry', 'needs_response'].includes(row.state))
		throw ruleViolation('too-late', message`This dispute can’t be answered any more.`, { state: row.state });
	const payment = await getPayment(db, { organisationId: scope.organisationId, paymentId: row.paymentId });
	const { providerAccount: account } = await getAccountOf(db, payment);
	try {
		const key = `dispute:${row.id}:${scope.key}`;
		const object = await call({ key, account, disputeId: row.providerId });
		await applyDispute(services, { organisationId: scope.organisationId, paymentId: row.paymentId }, object);
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		if (error.kind === 'refused')
			throw ruleViolation('too-late', message`This dispute can’t be answered any more.`);
		throw new AppError('SERVICE_UNAVAILABLE', {
			userMessage: message`The payment provider can’t be reached right now. Try again in a moment.`,
			cause: error,
		});
	}
	const answered = await getDispute(db, scope);
	const isOfGiftCards = await findGiftCardSubjects(db, scope.organisationId, [answered]);
	return present(answered, isOfGiftCards(answered));
}
