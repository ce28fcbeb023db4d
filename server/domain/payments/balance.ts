import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { balanceItems } from '#server/db/tables/payments.ts';
import { createFairPoller, findDue } from '#server/jobs/fair-poller.ts';
import type { GatewayBalanceItem } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { post, type Transfer } from '../ledger/post.ts';
import { unbooked } from './differences.ts';
import { findMatch, type Match } from './match-item.ts';
import { type AccountRow, getAccountById } from './queries.ts';

export type BalanceItemRow = typeof balanceItems.$inferSelect;

/** Movements that are read again each time, since the newest one that is known: what is late in the provider's list is not missed. */
const overlapHours = 1;

/**
 * Reads the movements of an account's balance that are new, compares each with the books and books what only the provider knows: its
 * fees, and refunds made in its dashboard.
 * @returns how many movements were read
 * @throws GatewayError
 */
export async function syncBalance(
	services: Services,
	account: AccountRow,
	{ hours = overlapHours } = {},
): Promise<number> {
	if (account.providerAccount === null || account.gateway !== services.gateway.name) return 0;
	const { rows } = await services.database.db.execute<{ since: string | null }>(sql`
		SELECT max(occurred_at) - make_interval(hours => ${hours}) AS since FROM balance_items
		WHERE organisation_id = ${account.organisationId} AND account_id = ${account.id}`);
	const since = rows[0]?.since ? new Date(rows[0].since) : undefined;
	const items: GatewayBalanceItem[] = [];
	let cursor: string | undefined;
	do {
		const page = await services.gateway.listBalanceItems({ account: account.providerAccount, since, cursor });
		items.push(...page.items);
		cursor = page.next ?? undefined;
	} while (cursor);
	// The provider lists the newest first; a refund is understood after its charge.
	await recordItems(services, account, items.reverse());
	await services.database.db.execute(
		sql`UPDATE payment_accounts SET compared_at = now() WHERE id = ${account.id}`,
	);
	return items.length;
}

/** Writes movements down, each compared with the books; those that are explained already stay as they are. */
export async function recordItems(
	services: Services,
	account: AccountRow,
	items: readonly GatewayBalanceItem[],
): Promise<void> {
	const known = await listSettled(services, account, items);
	for (const item of items) {
		if (known.has(item.id)) continue;
		const match = await findMatch(services, account, item);
		await services.database.transaction((tx) => record(tx, account, item, match));
	}
}

async function listSettled(
	services: Services,
	account: AccountRow,
	items: readonly GatewayBalanceItem[],
): Promise<Set<string>> {
	const rows = await services.database.db
		.select({ id: balanceItems.providerId })
		.from(balanceItems)
		.where(
			and(
				eq(balanceItems.organisationId, account.organisationId),
				eq(balanceItems.accountId, account.id),
				inArray(
					balanceItems.providerId,
					items.map(({ id }) => id),
				),
				inArray(balanceItems.state, ['matched', 'settled_by_hand']),
			),
		);
	return new Set(rows.map(({ id }) => id));
}

async function record(tx: Tx, account: AccountRow, item: GatewayBalanceItem, match: Match): Promise<void> {
	const found = {
		matchedId: match.id,
		subjectId: match.subjectId,
		eventId: match.eventId,
		state: match.difference === null ? ('matched' as const) : ('unmatched' as const),
		difference: match.difference,
	};
	const [row] = await tx
		.insert(balanceItems)
		.values({
			...found,
			id: newId(),
			organisationId: account.organisationId,
			accountId: account.id,
			providerId: item.id,
			kind: item.kind,
			amountMinor: item.amountMinor,
			applicationFeeMinor: item.applicationFeeMinor,
			providerFeeMinor: item.providerFeeMinor,
			netMinor: item.netMinor,
			currency: item.currency,
			exchangeRate: item.exchangeRate,
			sourceId: item.sourceId,
			paymentProviderId: item.paymentId,
			availableAt: item.availableOn,
			occurredAt: item.createdAt,
		})
		.onConflictDoUpdate({
			target: [balanceItems.organisationId, balanceItems.accountId, balanceItems.providerId],
			set: found,
			setWhere: eq(balanceItems.state, 'unmatched'),
		})
		.returning();
	if (row?.state === 'matched' && (await isInTheBooks(tx, row))) await bookFee(tx, row);
}

/**
 * Whether the books have of a movement what it says, less the provider's fee, and have it for this movement alone. If not, it becomes a
 * difference: the provider listed it twice, or what is in the books is something else.
 */
async function isInTheBooks(tx: Tx, row: BalanceItemRow): Promise<boolean> {
	// What the provider takes for a dispute is in the books with the dispute itself.
	const expected = row.kind === 'dispute' ? 0 : -row.providerFeeMinor;
	const { rows } = await tx.execute<{ id: string }>(sql`
		UPDATE balance_items SET state = 'unmatched', matched_id = CASE WHEN found.is_second THEN NULL ELSE matched_id END,
			difference = CASE WHEN found.is_second THEN 'moved-twice' ELSE 'books-differ' END
		FROM (SELECT ${unbooked} AS unbooked, EXISTS (SELECT FROM balance_items o WHERE o.organisation_id = i.organisation_id
				AND o.matched_id = i.matched_id AND o.kind = i.kind AND o.id <> i.id) AS is_second
			FROM balance_items i WHERE i.organisation_id = ${row.organisationId} AND i.id = ${row.id}) AS found
		WHERE organisation_id = ${row.organisationId} AND id = ${row.id} AND (found.is_second OR found.unbooked <> ${expected})
		RETURNING id`);
	return rows.length === 0;
}

/** The provider’s fee on a movement, or its refund. The fee of a dispute is booked with the dispute itself. */
async function bookFee(tx: Tx, row: BalanceItemRow): Promise<void> {
	const fee = row.providerFeeMinor;
	if (fee === 0 || row.subjectId === null || row.kind === 'dispute') return;
	const cost = row.kind === 'dispute_reversal' ? 'dispute_fees' : 'provider_fees';
	const transfer: Transfer =
		fee > 0
			? { kind: 'provider_fee', debit: cost, credit: 'gateway', amountMinor: fee }
			: { kind: 'provider_fee', debit: 'gateway', credit: cost, amountMinor: -fee };
	await post(tx, [
		{
			organisationId: row.organisationId,
			eventId: row.eventId,
			subjectId: row.subjectId,
			sourceKind: 'balance_item',
			sourceId: row.id,
			currency: row.currency,
			transfers: [transfer],
		},
	]);
}

/** Seconds until the movements of an account are read after an event of the provider: a rush is one reading. */
const pauseSeconds = 20;

/** Notes that the balance of an account has moved. One that is due when the account was read is read after that. */
export async function noteMovement(services: Services, account: AccountRow): Promise<void> {
	if (account.balanceDueAt !== null) return;
	await services.database.db.execute(sql`
		UPDATE payment_accounts SET balance_due_at = now() + make_interval(secs => ${pauseSeconds})
		WHERE id = ${account.id} AND balance_due_at IS NULL`);
}

type DueAccount = Pick<AccountRow, 'organisationId' | 'id'>;

/** Reads the balances that have moved; what fails is tried again in five minutes. */
export const balancePoller = createFairPoller<DueAccount>({
	name: 'payments.sync-balances',
	idleMs: 5_000,
	unawaited: true,
	...findDue<DueAccount>(
		'payments.claim-balances',
		`UPDATE payment_accounts SET balance_due_at = NULL WHERE id IN (
					SELECT id FROM payment_accounts WHERE balance_due_at <= now() AND id <> ALL ($1::uuid[])
					ORDER BY balance_due_at LIMIT 5 FOR UPDATE SKIP LOCKED)
				RETURNING organisation_id AS "organisationId", id`,
	),
	ownerOf: ({ id }) => id,
	organisationOf: ({ organisationId }) => organisationId,
	keyOf: ({ id }) => id,
	async run(services, [{ id }]) {
		const { db } = services.database;
		try {
			await syncBalance(services, await getAccountById(db, id));
		} catch (error) {
			await db.execute(
				sql`UPDATE payment_accounts SET balance_due_at = now() + interval '5 minutes' WHERE id = ${id}`,
			);
			throw error;
		}
		return 1;
	},
});
