import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Withdrawal } from '#shared/contracts/withdrawals.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { purchaseNumber, type WithdrawalState } from '#shared/rules/withdrawals.ts';
import type { WithdrawalScope } from './decide.ts';

type Shown = Pick<
	Withdrawal,
	'id' | 'state' | 'obstacle' | 'name' | 'email' | 'reference' | 'items' | 'currency' | 'note'
> & {
	kind: NonNullable<Withdrawal['subject']>['kind'] | null;
	subjectId: string | null;
	receivedAt: Date | string;
	decidedAt: Date | string | null;
	refundMinor: number;
	eventId: string | null;
	slug: string | null;
	title: string | null;
	code: string | null;
	giftCardId: string | null;
};

const shown = sql`w.id, w.state, w.obstacle, w.name, w.email, w.reference, w.items, w.currency, w.decision_note AS note,
	w.subject_kind AS kind, w.subject_id AS "subjectId", w.received_at AS "receivedAt", w.decided_at AS "decidedAt",
	w.refund_minor::float8 AS "refundMinor", w.event_id AS "eventId", e.slug, e.title,
	(SELECT o.code FROM orders o WHERE w.subject_kind = 'order' AND o.organisation_id = w.organisation_id AND o.event_id = w.event_id
		AND o.id = w.subject_id) AS code,
	(SELECT c.id FROM gift_cards c WHERE w.subject_kind = 'gift_cards' AND c.organisation_id = w.organisation_id
		AND c.purchase_id = w.subject_id ORDER BY c.position LIMIT 1) AS "giftCardId"`;

/** A page of the statements that an organisation received, the newest first. */
export async function listWithdrawals(
	services: Services,
	organisationId: string,
	query: { state?: WithdrawalState | undefined; limit: number; cursor?: string | undefined },
) {
	const [last] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const { rows } = await services.database.db.execute<Shown & Record<string, unknown>>(sql`
		SELECT ${shown} FROM withdrawals w
		LEFT JOIN events e ON e.organisation_id = w.organisation_id AND e.id = w.event_id
		WHERE w.organisation_id = ${organisationId} AND ${query.state ? sql`w.state = ${query.state}` : sql`true`}
			AND ${last === undefined ? sql`true` : sql`w.id < ${last}::uuid`}
		ORDER BY w.id DESC LIMIT ${query.limit + 1}`);
	return pageOf<Shown, Withdrawal>(rows, query.limit, present, ({ id }) => [id]);
}

/** One statement as its organisation sees it. @throws not-found */
export async function showWithdrawal(
	db: DbOrTx,
	{ organisationId, withdrawalId }: WithdrawalScope,
): Promise<Withdrawal> {
	const { rows } = await db.execute<Shown & Record<string, unknown>>(sql`
		SELECT ${shown} FROM withdrawals w
		LEFT JOIN events e ON e.organisation_id = w.organisation_id AND e.id = w.event_id
		WHERE w.organisation_id = ${organisationId} AND w.id = ${withdrawalId}`);
	const [row] = rows;
	if (!row) throw notFound('Withdrawal');
	return present(row);
}

function present(row: Shown): Withdrawal {
	const { id, state, obstacle, name, email, reference, items, currency, note, refundMinor } = row;
	const { kind, subjectId, eventId, slug, title } = row;
	return {
		...{ id, state, obstacle, name, email, reference, items, currency, note, refundMinor },
		receivedAt: new Date(row.receivedAt).toISOString(),
		decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
		subject:
			kind === null || subjectId === null
				? null
				: {
						...{ kind, id: subjectId, giftCardId: row.giftCardId },
						number: kind === 'order' ? (row.code ?? '') : purchaseNumber(subjectId),
						event: eventId && slug ? { id: eventId, slug, title: title ?? '' } : null,
					},
	};
}
