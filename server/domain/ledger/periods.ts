import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { getOrganisationSettings } from '../settings/queries.ts';

/** A month of an organisation's books. */
export interface Period {
	organisationId: string;
	/** `2026-11` */
	period: string;
	startsAt: Date;
	endsAt: Date;
	timeZone: string;
}

/** A closed month. */
export interface ClosedPeriod extends Period {
	figures: unknown;
	transfers: number;
	hash: Buffer;
	closedAt: Date;
}

interface Row extends Record<string, unknown> {
	starts_at: Date;
	ends_at: Date;
}

/**
 * A month with its first and last instant: of a closed month as it was closed, of any other in the zone of the last closed one, so that
 * months leave nothing out between them; before the first is closed, in the zone of the organisation.
 * @param period without it, the month of `now`
 */
export async function readPeriod(
	db: DbOrTx,
	how: { organisationId: string; period: string | undefined; now: Date },
): Promise<{ period: Period; closed: ClosedPeriod | null; lastEnd: Date | null }> {
	const { organisationId, now } = how;
	const { rows: last } = await db.execute<{ time_zone: string; ends_at: Date | string }>(sql`
		SELECT time_zone, ends_at FROM ledger_periods WHERE organisation_id = ${organisationId}
		ORDER BY ends_at DESC LIMIT 1`);
	const settings = last[0] ? null : await getOrganisationSettings(db, organisationId);
	const timeZone = last[0]?.time_zone ?? (settings?.defaultTimeZone || 'UTC');
	const name = how.period ?? monthOf(now, timeZone);
	const { rows } = await db.execute<Row>(sql`
		SELECT (${`${name}-01`}::date)::timestamp AT TIME ZONE ${timeZone} AS starts_at,
			(${`${name}-01`}::date + interval '1 month') AT TIME ZONE ${timeZone} AS ends_at`);
	const bounds = rows[0] as Row;
	const period = {
		organisationId,
		period: name,
		startsAt: new Date(bounds.starts_at),
		endsAt: new Date(bounds.ends_at),
		timeZone,
	};
	const closed = await findClosed(db, organisationId, name);
	return {
		period: closed ?? period,
		closed,
		lastEnd: last[0] ? new Date(last[0].ends_at) : null,
	};
}

async function findClosed(db: DbOrTx, organisationId: string, period: string): Promise<ClosedPeriod | null> {
	const { rows } = await db.execute<{
		starts_at: string;
		ends_at: string;
		time_zone: string;
		figures: unknown;
		transfers: number;
		hash: Buffer;
		closed_at: string;
	}>(sql`
		SELECT starts_at, ends_at, time_zone, figures, transfers, hash, closed_at FROM ledger_periods
		WHERE organisation_id = ${organisationId} AND period = ${period}`);
	const row = rows[0];
	if (!row) return null;
	return {
		organisationId,
		period,
		startsAt: new Date(row.starts_at),
		endsAt: new Date(row.ends_at),
		timeZone: row.time_zone,
		figures: row.figures,
		transfers: row.transfers,
		hash: row.hash,
		closedAt: new Date(row.closed_at),
	};
}

/** The month of an instant in a zone. */
function monthOf(now: Date, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(
		now,
	);
	const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
	return `${part('year')}-${part('month')}`;
}

/** The fields of a transfer `t` that a seal covers, as one text. */
const sealedText = `concat_ws('|', t.source_kind, t.source_id, t.kind, t.line, coalesce(t.event_id::text, ''), t.debit, t.credit,
	t.currency, t.amount_minor, coalesce(t.tax_rate::text, t.tax_basis_points::text, ''), t.subject_id, extract(epoch FROM t.occurred_at),
	coalesce(t.made_by::text, ''), t.note)`;

/** SHA-256 over transfers `t` in the order of their keys, as an aggregate; those that an outer join lacks are left out. */
export const sealOf = `sha256(coalesce(string_agg(sha256(convert_to(${sealedText}, 'UTF8')), ''::bytea
	ORDER BY t.source_id, t.source_kind, t.kind, t.line) FILTER (WHERE t.line IS NOT NULL), ''::bytea))`;

/** The day of the books of a transfer `t`. */
export const sealedDayOf = `(t.occurred_at AT TIME ZONE 'UTC')::date`;
