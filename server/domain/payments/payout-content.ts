import { and, eq, inArray, sql } from 'drizzle-orm';
import { balanceItems, payouts } from '#server/db/tables/payments.ts';
import type { GatewayBalanceItem } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { recordItems } from './balance.ts';
import { applyPayout, fetchPayout, type PayoutRow } from './payouts.ts';
import type { AccountRow } from './queries.ts';

/**
 * Stores the state of a payout with its transactions, and books its effect.
 * @throws GatewayError
 */
export async function syncPayout(services: Services, account: AccountRow, payoutId: string): Promise<void> {
	await itemise(services, account, await fetchPayout(services, account, payoutId));
}

/** Reads what a payout is made of, to the single movement. */
async function itemise(services: Services, account: AccountRow, row: PayoutRow): Promise<void> {
	if (row.itemisedAt !== null || !row.isAutomatic || row.state === 'cancelled') return;
	const request = { account: account.providerAccount, payoutId: row.providerId };
	const items: GatewayBalanceItem[] = [];
	let cursor: string | undefined;
	do {
		const page = await services.gateway.listBalanceItems({ ...request, cursor });
		items.push(...page.items.filter(({ kind }) => kind !== 'payout'));
		cursor = page.next ?? undefined;
	} while (cursor);
	await recordItems(services, account, items);
	const { db } = services.database;
	const batch = 500;
	for (let at = 0; at < items.length; at += batch) {
		const ids = items.slice(at, at + batch).map(({ id }) => id);
		await db
			.update(balanceItems)
			.set({ payoutId: row.id })
			.where(
				and(
					eq(balanceItems.organisationId, row.organisationId),
					eq(balanceItems.accountId, account.id),
					inArray(balanceItems.providerId, ids),
				),
			);
	}
	await db
		.update(payouts)
		.set({ itemisedAt: sql`now()` })
		.where(and(eq(payouts.organisationId, row.organisationId), eq(payouts.id, row.id)));
}

/** Writes down the payouts of an account that are new or have changed lately. */
export async function syncPayouts(services: Services, account: AccountRow, days = 10): Promise<void> {
	const { rows } = await services.database.db.execute<{ since: string | null }>(sql`
		SELECT max(made_at) - make_interval(days => ${days}) AS since FROM payouts
		WHERE organisation_id = ${account.organisationId} AND account_id = ${account.id}`);
	const since = rows[0]?.since ? new Date(rows[0].since) : undefined;
	let cursor: string | undefined;
	do {
		const page = await services.gateway.listPayouts({ account: account.providerAccount, since, cursor });
		for (const payout of page.items)
			await itemise(services, account, await applyPayout(services, account, payout));
		cursor = page.next ?? undefined;
	} while (cursor);
}
