import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { taxRateOf } from '#server/db/tax-rate.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';
import { isDonated, type OrderLineKind } from '#shared/rules/order-lines.ts';
import { post, reversed, type Transfer } from '../ledger/post.ts';

const incomeOf: Record<OrderLineKind, LedgerAccount> = {
	ticket: 'sales',
	add_on: 'add_ons',
	gift: 'gifts',
	cover: 'gift_cover',
	service_fee: 'service_fees',
	surplus: 'gifts',
};

interface Line {
	kind: OrderLineKind;
	netMinor: number;
	taxMinor: number;
	taxBasisPoints: number;
}

/** What a line moves in the books: its net amount is income, its tax a debt to the tax office; the buyer owes both. */
export function transfersOf(lines: readonly Line[]): Transfer[] {
	return lines.flatMap(({ kind, netMinor, taxMinor, taxBasisPoints }) => {
		const transfers: Transfer[] = [
			{ kind, debit: 'buyer', credit: incomeOf[kind], amountMinor: Math.abs(netMinor), taxBasisPoints },
			{ kind: 'tax', debit: 'buyer', credit: 'tax', amountMinor: Math.abs(taxMinor), taxBasisPoints },
		];
		return netMinor + taxMinor < 0 ? reversed(transfers) : transfers;
	});
}

/**
 * Writes what was sold with these orders into the books, in the transaction that confirms them. An order that is there stays as it is.
 * @returns the orders that hold a gift
 */
export async function postSales(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	orderIds: readonly string[],
): Promise<string[]> {
	if (orderIds.length === 0) return [];
	const { rows } = await tx.execute<{
		order_id: string;
		currency: string;
		kind: OrderLineKind;
		net: string;
		tax: string;
		rate: number;
	}>(sql`
		SELECT l.order_id, o.currency, l.kind, l.net_minor AS net, l.tax_minor AS tax, ${sql.raw(taxRateOf('l'))} AS rate
		FROM order_lines l JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
		WHERE l.organisation_id = ${scope.organisationId} AND l.event_id = ${scope.eventId}
			AND l.order_id = ANY(${plainArray(orderIds)}::uuid[])
		ORDER BY l.order_id, l.line`);
	const byOrder = Map.groupBy(rows, (row) => row.order_id);
	await post(
		tx,
		[...byOrder].map(([orderId, lines]) => ({
			...scope,
			subjectId: orderId,
			sourceKind: 'order' as const,
			sourceId: orderId,
			currency: lines[0]?.currency ?? '',
			transfers: transfersOf(
				lines.map((line) => ({
					kind: line.kind,
					netMinor: Number(line.net),
					taxMinor: Number(line.tax),
					taxBasisPoints: line.rate,
				})),
			),
		})),
	);
	return [...new Set(rows.filter(isDonated).map((row) => row.order_id))];
}
