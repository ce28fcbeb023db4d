import { type SQL, sql } from 'drizzle-orm';
import { hasWords } from '#server/db/search-words.ts';
import { decodeCursor, eachPage, pageOf } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import type { GiftAidDeclaration } from '#shared/contracts/gift-aid.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import { type DeclarationState, GIFT_AID_CURRENCY } from '#shared/rules/gift-aid.ts';
import type { PageQuery } from '../donation-rows.ts';
import { isMade, isWaiting, madeOn } from './due-gifts.ts';

interface Filters {
	event?: string | undefined;
	state?: DeclarationState | undefined;
	q?: string | undefined;
}

type Row = Omit<GiftAidDeclaration, 'state' | 'entered' | 'cancelled' | 'claimedMinor'> & {
	claimedMinor: string;
	isWaiting: boolean;
	enteredAt: string | null;
	enteredBy: string | null;
	cancelledAt: string | null;
	cancelledBy: string | null;
};

const at = (instant: string) => new Date(instant).toISOString();

const present = ({
	enteredAt,
	enteredBy,
	cancelledAt,
	cancelledBy,
	isWaiting: waits,
	...row
}: Row): GiftAidDeclaration => ({
	...row,
	claimedMinor: Number(row.claimedMinor),
	state: cancelledAt ? 'cancelled' : row.claims > 0 ? 'claimed' : waits ? 'waiting' : 'valid',
	entered: enteredAt ? { at: at(enteredAt), by: enteredBy ?? '' } : null,
	cancelled: cancelledAt ? { at: at(cancelledAt), by: cancelledBy ?? '' } : null,
});

const isClaimed = sql`EXISTS (SELECT FROM gift_aid_rows r
	WHERE r.organisation_id = x.organisation_id AND r.declaration_id = x.id)`;

const inState = (now: Date): Record<DeclarationState, SQL> => ({
	waiting: sql`x.cancelled_at IS NULL AND NOT ${isClaimed} AND ${isWaiting(now)}`,
	valid: sql`x.cancelled_at IS NULL AND NOT ${isClaimed} AND NOT ${isWaiting(now)}`,
	claimed: sql`x.cancelled_at IS NULL AND ${isClaimed}`,
	cancelled: sql`x.cancelled_at IS NOT NULL`,
});

const searched = sql`x.first_name, x.last_name, x.house, x.postcode, x.email`;

/** Declarations that count, newest first: ids are made in the order of time. */
async function readRows(
	{ database, clock }: Services,
	organisationId: string,
	conditions: SQL[],
	limit: number,
): Promise<Row[]> {
	const { rows } = await database.db.execute<Row & Record<string, unknown>>(sql`
		SELECT x.id, x.scope, x.title, x.first_name AS "firstName", x.last_name AS "lastName", x.house, x.postcode, x.email,
			x.event_id AS "eventId", e.title AS event, x.statement, ${madeOn}::text AS "madeOn",
			x.oral_record AS "oralRecord", x.record_sent_on::text AS "recordSentOn", x.earlier, ${isWaiting(clock.now())} AS "isWaiting",
			CASE WHEN x.donation_id IS NOT NULL THEN x.created_at END AS "enteredAt", trim(author.first_name || ' ' || author.last_name) AS "enteredBy",
			x.cancelled_at AS "cancelledAt", trim(ender.first_name || ' ' || ender.last_name) AS "cancelledBy", c.claims, c.minor AS "claimedMinor"
		FROM gift_aid_declarations x
		JOIN events e ON e.organisation_id = x.organisation_id AND e.id = x.event_id
		LEFT JOIN users author ON author.id = x.entered_by
		LEFT JOIN users ender ON ender.id = x.cancelled_by
		CROSS JOIN LATERAL (SELECT count(DISTINCT r.claim_id)::int AS claims, coalesce(sum(r.amount_minor), 0) AS minor
			FROM gift_aid_rows r WHERE r.organisation_id = x.organisation_id AND r.declaration_id = x.id) c
		WHERE ${sql.join([sql`x.organisation_id = ${organisationId}`, isMade, ...conditions], sql` AND `)}
		ORDER BY x.id DESC LIMIT ${limit}`);
	return rows;
}

/** A page of an organisation’s declarations. */
export async function listDeclarations(
	services: Services,
	organisationId: string,
	{ limit, cursor, event, state, q }: PageQuery & Filters,
): Promise<{ data: GiftAidDeclaration[]; nextCursor: string | null }> {
	const [after] = cursor ? decodeCursor(cursor, 1) : [];
	const rows = await readRows(
		services,
		organisationId,
		[
			...(after ? [sql`x.id < ${after}::uuid`] : []),
			...(event ? [sql`x.event_id = ${event}`] : []),
			...(state ? [inState(services.clock.now())[state]] : []),
			...(q ? [hasWords(searched, q)] : []),
		],
		limit + 1,
	);
	return pageOf(rows, limit, present, ({ id }) => [id]);
}

/** @throws not-found */
export async function getDeclaration(
	services: Services,
	{ organisationId, declarationId }: { organisationId: string; declarationId: string },
): Promise<GiftAidDeclaration> {
	const [row] = await readRows(services, organisationId, [sql`x.id = ${declarationId}`], 1);
	if (!row) throw notFound('Declaration');
	return present(row);
}

const columns: [title: string, value: (one: GiftAidDeclaration) => string][] = [
	['Made on', (one) => one.madeOn],
	['Status', (one) => one.state],
	['Covers', (one) => (one.scope === 'all' ? 'all donations' : 'one donation')],
	['Title', (one) => one.title],
	['First name', (one) => one.firstName],
	['Last name', (one) => one.lastName],
	['House name or number', (one) => one.house],
	['Postcode', (one) => one.postcode],
	['Email', (one) => one.email],
	['Event', (one) => one.event],
	['Made', (one) => (one.oralRecord ? 'by word of mouth' : one.entered ? 'on paper' : 'online')],
	['Written record sent on', (one) => one.recordSentOn ?? ''],
	['Entered at', (one) => one.entered?.at ?? ''],
	['Entered by', (one) => one.entered?.by ?? ''],
	['Cancelled at', (one) => one.cancelled?.at ?? ''],
	['Cancelled by', (one) => one.cancelled?.by ?? ''],
	['Claims', (one) => String(one.claims)],
	['Claimed', (one) => moneyToText(one.claimedMinor, GIFT_AID_CURRENCY)],
	['Statement', (one) => one.statement],
];
const rowsPerPage = 500;

async function* pages(
	services: Services,
	organisationId: string,
	filters: Filters,
): AsyncGenerator<string[][]> {
	for await (const page of eachPage((cursor) =>
		listDeclarations(services, organisationId, { ...filters, limit: rowsPerPage, cursor }),
	))
		yield page.map((one) => columns.map(([, value]) => value(one)));
}

/** Declarations as a file, the newest first. */
export function exportDeclarations(
	services: Services,
	organisationId: string,
	{ format, ...filters }: Filters & { format: 'csv' | 'xlsx' },
): Response {
	return tableFile(services, organisationId, {
		name: 'gift aid declarations',
		header: columns.map(([name]) => name),
		pages: pages(services, organisationId, filters),
		kinds: {
			'Made on': 'day',
			'Written record sent on': 'day',
			'Entered at': 'instant',
			'Cancelled at': 'instant',
			Claims: 'number',
			Claimed: 'amount',
		},
		format,
	});
}
