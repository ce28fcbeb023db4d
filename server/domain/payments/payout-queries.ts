import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { balanceItems, payouts } from '#server/db/tables/payments.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { BalanceItem, Payout } from '#shared/contracts/payouts.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { BalanceItemRow } from './balance.ts';
import { findGiftCardSubjects } from './gift-card-subjects.ts';
import type { PayoutRow } from './payouts.ts';

interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

const present = (row: PayoutRow): Payout => ({
	id: row.id,
	state: row.state,
	amountMinor: row.amountMinor,
	currency: row.currency,
	arrivesAt: row.arrivesAt.toISOString(),
	madeAt: row.madeAt.toISOString(),
	failure: row.failure,
	trace: row.trace,
	isItemised: row.itemisedAt !== null,
});

const presentItem = (row: BalanceItemRow, isOfGiftCards: boolean): BalanceItem => ({
	id: row.id,
	kind: row.kind,
	amountMinor: row.amountMinor,
	platformFeeMinor: row.applicationFeeMinor,
	providerFeeMinor: row.providerFeeMinor,
	netMinor: row.netMinor,
	currency: row.currency,
	occurredAt: row.occurredAt.toISOString(),
	orderId: row.eventId === null ? null : row.subjectId,
	eventId: row.eventId,
	isOfGiftCards,
});

/** A page of an organisation's payouts, newest first. */
export async function listPayouts(db: DbOrTx, organisationId: string, query: PageQuery) {
	const [madeAt, id] = query.cursor ? decodeCursor(query.cursor, 2) : [];
	const rows = await db
		.select()
		.from(payouts)
		.where(
			and(
				eq(payouts.organisationId, organisationId),
				madeAt ? sql`(${payouts.madeAt}, ${payouts.id}) < (${madeAt}::timestamptz, ${id}::uuid)` : undefined,
			),
		)
		.orderBy(desc(payouts.madeAt), desc(payouts.id))
		.limit(query.limit + 1);
	return pageOf(rows, query.limit, present, (row) => [row.madeAt, row.id]);
}

/** A payout and a page of what it is made of. */
export async function getPayoutContent(
	db: DbOrTx,
	scope: { organisationId: string; payoutId: string },
	query: PageQuery,
) {
	const { organisationId, payoutId } = scope;
	const [payout] = await db
		.select()
		.from(payouts)
		.where(and(eq(payouts.organisationId, organisationId), eq(payouts.id, payoutId)));
	if (!payout) throw notFound('Payout');
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await db
		.select()
		.from(balanceItems)
		.where(
			and(
				eq(balanceItems.organisationId, organisationId),
				eq(balanceItems.payoutId, payoutId),
				after ? sql`${balanceItems.id} > ${after}::uuid` : undefined,
			),
		)
		.orderBy(balanceItems.id)
		.limit(query.limit + 1);
	const isOfGiftCards = await findGiftCardSubjects(db, organisationId, rows);
	const items = pageOf(
		rows,
		query.limit,
		(row) => presentItem(row, isOfGiftCards(row)),
		(row) => [row.id],
	);
	return { payout: present(payout), items };
}
