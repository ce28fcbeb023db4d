import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { EventMoney } from '#shared/contracts/order-money.ts';
import { type EventFigure, eventFigures } from '#shared/rules/event-figures.ts';

/** What a transfer `t` counts on an account, or several: debited plus, credited minus. */
const debited = (accounts: string) =>
	`CASE WHEN t.debit IN (${accounts}) THEN t.amount_minor ELSE 0 END - CASE WHEN t.credit IN (${accounts}) THEN t.amount_minor ELSE 0 END`;
const when = (condition: string, amount: string) => `CASE WHEN ${condition} THEN ${amount} ELSE 0 END`;

const buyer = debited(`'buyer'`);
const costs = debited(`'platform_fees', 'provider_fees', 'dispute_fees', 'dispute_losses'`);
const sales = `t.source_kind IN ('order', 'order_cancelled')`;

/** What a transfer `t` counts in each figure. */
const figures: Record<EventFigure, string> = {
	sold: when(`t.source_kind = 'order'`, buyer),
	returned: when(`t.source_kind = 'order_cancelled'`, `-(${buyer})`),
	tax: `-(${debited(`'tax'`)})`,
	platform_fees: debited(`'platform_fees'`),
	provider_fees: debited(`'provider_fees'`),
	disputes: debited(`'dispute_fees', 'dispute_losses'`),
	net: `${when(sales, buyer)} + (${debited(`'tax'`)}) - (${costs})`,
};

/** Sales, refunds and revenue of an event, by currency: sums of its books, and of its lines by ticket type. */
export async function getEventMoney(
	services: Services,
	scope: EventScope,
): Promise<{ data: EventMoney[]; isTest: boolean }> {
	const { db } = services.database;
	const sums = eventFigures.map((figure) => `coalesce(sum(${figures[figure]}), 0) AS ${figure}`).join(', ');
	const ofEvent = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`;
	const [totals, types, tests] = await Promise.all([
		db.execute<Record<EventFigure, string> & { currency: string }>(sql`
			SELECT t.currency, ${sql.raw(sums)} FROM ledger_transfers t WHERE ${ofEvent} GROUP BY t.currency ORDER BY t.currency`),
		db.execute<{
			currency: string;
			id: string | null;
			name: string;
			quantity: number;
			gross: string;
			tiers: EventMoney['byType'][number]['tiers'];
		}>(sql`
			SELECT p.currency, p.id, coalesce(min(y.name), '') AS name, sum(p.quantity)::int AS quantity, sum(p.gross) AS gross,
				coalesce(json_agg(json_build_object('name', p.tier, 'quantity', p.quantity, 'soldMinor', p.gross) ORDER BY p.first)
					FILTER (WHERE p.tier IS NOT NULL), '[]') AS tiers
			FROM (
				SELECT o.currency, l.ticket_type_id AS id, l.tier_name AS tier, min(l.created_at) AS first, sum(l.gross_minor) AS gross,
					coalesce(sum(l.quantity) FILTER (WHERE l.kind NOT IN ('service_fee', 'surplus')), 0)::int AS quantity
				FROM order_lines l
				JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
				WHERE l.organisation_id = ${scope.organisationId} AND l.event_id = ${scope.eventId} AND o.confirmed_at IS NOT NULL
				GROUP BY o.currency, l.ticket_type_id, l.tier_name
				UNION ALL
				-- Orders without a price have no lines.
				SELECT o.currency, i.ticket_type_id, NULL, min(o.created_at), 0, sum(i.quantity)::int
				FROM orders o JOIN order_items i ON i.organisation_id = o.organisation_id AND i.event_id = o.event_id AND i.order_id = o.id
				WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.confirmed_at IS NOT NULL
					AND NOT EXISTS (SELECT FROM order_lines l
						WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.order_id = o.id)
				GROUP BY o.currency, i.ticket_type_id) p
			LEFT JOIN ticket_types y ON y.organisation_id = ${scope.organisationId} AND y.id = p.id
			GROUP BY p.currency, p.id ORDER BY sum(p.gross) DESC LIMIT 100`),
		db.execute<{ is_test: boolean }>(sql`
			SELECT EXISTS (SELECT FROM payments WHERE ${ofEvent} AND gateway = 'test' AND captured_minor > 0) AS is_test`),
	]);
	const data = totals.rows.map((row) => ({
		currency: row.currency,
		soldMinor: Number(row.sold),
		returnedMinor: Number(row.returned),
		taxMinor: Number(row.tax),
		platformFeesMinor: Number(row.platform_fees),
		providerFeesMinor: Number(row.provider_fees),
		disputesMinor: Number(row.disputes),
		netMinor: Number(row.net),
		byType: types.rows
			.filter(({ currency }) => currency === row.currency)
			.map(({ id, name, quantity, gross, tiers }) => ({
				...{ ticketTypeId: id, name, quantity, tiers },
				soldMinor: Number(gross),
			})),
	}));
	return { data, isTest: tests.rows[0]?.is_test === true };
}

interface FigureRow extends Record<string, unknown> {
	amount: string;
	currency: string;
	occurred_at: string;
	source_id: string;
	subject_id: string;
	code: string | null;
	buyer_name: string | null;
}

/** The rows behind a figure, newest first: what each source (a sale, a refund, a fee …) counts in it. */
export async function listFigureRows(
	services: Services,
	scope: EventScope,
	query: { figure: EventFigure; limit: number; cursor?: string | undefined },
) {
	const [at, source] = query.cursor ? decodeCursor(query.cursor, 2) : [];
	const amount = sql.raw(`sum(${figures[query.figure]})`);
	const after = at
		? sql`AND (min(t.occurred_at), t.source_id) < (${at}::timestamptz, ${source}::uuid)`
		: sql``;
	const { rows } = await services.database.db.execute<FigureRow>(sql`
		SELECT f.*, o.code, o.buyer_name FROM (
			SELECT t.source_id, t.subject_id, t.currency, min(t.occurred_at) AS occurred_at, ${amount} AS amount
			FROM ledger_transfers t WHERE t.organisation_id = ${scope.organisationId} AND t.event_id = ${scope.eventId}
			GROUP BY t.source_id, t.subject_id, t.currency HAVING ${amount} <> 0 ${after}
			ORDER BY min(t.occurred_at) DESC, t.source_id DESC LIMIT ${query.limit + 1}) f
		LEFT JOIN orders o ON o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id = f.subject_id
		ORDER BY f.occurred_at DESC, f.source_id DESC`);
	return pageOf(
		rows,
		query.limit,
		(row) => ({
			amountMinor: Number(row.amount),
			currency: row.currency,
			occurredAt: new Date(row.occurred_at).toISOString(),
			orderId: row.subject_id,
			code: row.code ?? '',
			buyerName: row.buyer_name ?? '',
		}),
		(row) => [new Date(row.occurred_at), row.source_id],
	);
}
