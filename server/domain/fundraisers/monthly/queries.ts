import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { hasWords } from '#server/db/search-words.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { themeHueOf } from '#server/domain/events/cover-of.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import {
	type AgreementRow,
	type AgreementScope,
	findOpenPeriod,
	getAgreement,
	getSavedMethod,
} from '#server/domain/payments/agreements/agreement-record.ts';
import { nextActionOf } from '#server/domain/payments/payment-record.ts';
import { canCharge, getAccountById, listPayments } from '#server/domain/payments/queries.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Agreement, MonthlyGift } from '#shared/contracts/agreements.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { leastCharge } from '#shared/lib/provider-amounts.ts';
import { readParts } from './parts.ts';

/** Gifts that have come by an agreement, less what was refunded, and whose they are. */
async function readGiven(
	db: DbOrTx,
	{ organisationId, id, eventId, subjectId }: AgreementRow,
): Promise<{ gifts: number; givenMinor: number; donorName: string }> {
	const { rows } = await db.execute<{ gifts: number; given: string; name: string | null }>(sql`
		SELECT count(*) FILTER (WHERE refunded_minor < amount_minor)::int AS gifts,
			coalesce(sum(amount_minor - refunded_minor), 0) AS given,
			(SELECT buyer_name FROM orders WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ${subjectId}) AS name
		FROM donations WHERE organisation_id = ${organisationId} AND agreement_id = ${id}`);
	const [row] = rows;
	return { gifts: row?.gifts ?? 0, givenMinor: Number(row?.given ?? 0), donorName: row?.name ?? '' };
}

/** When an agreement's card is charged next; null: no more. */
const nextAtOf = ({ state, nextAt, aheadSeconds }: AgreementRow): string | null =>
	state === 'ended' || nextAt === null
		? null
		: new Date(nextAt.getTime() + aheadSeconds * 1_000).toISOString();

/** A monthly gift as its donor sees it. */
export async function getMonthlyGift(services: Services, scope: AgreementScope): Promise<Agreement> {
	const { db } = services.database;
	const { organisationId } = scope;
	const agreement = await getAgreement(db, scope);
	const { eventId, currency, state } = agreement;
	if (eventId === null) throw notFound('Monthly donation');
	const [event, method, open, given] = await Promise.all([
		getWholeEvent(services, { organisationId, eventId }),
		getSavedMethod(db, { organisationId, savedMethodId: agreement.savedMethodId }),
		findOpenPeriod(db, scope),
		readGiven(db, agreement),
	]);
	const payments = open ? await listPayments(db, { organisationId, subjectId: open.id }) : [];
	const waiting = payments.find((payment) => payment.state === 'requires_action');
	const account = method.accountId === null ? null : await getAccountById(db, method.accountId);
	const isCharged = account?.gateway === services.gateway.name && canCharge(account);
	return {
		state,
		event: {
			slug: event.slug,
			title: event.title,
			organiserName: event.organiserName,
			themeHue: themeHueOf(event),
			timeZone: event.timeZone,
		},
		donorName: given.donorName,
		currency,
		...readParts(agreement.detail),
		leastMinor: leastCharge(currency),
		nextAt: nextAtOf(agreement),
		dueMinor: state === 'past_due' && open ? open.amountMinor : null,
		needsPayer: agreement.needsPayer,
		isPaying: payments.some((payment) => ['created', 'processing'].includes(payment.state)),
		card: method.last4 ? { brand: method.brand ?? '', last4: method.last4 } : null,
		gifts: given.gifts,
		givenMinor: given.givenMinor,
		startedAt: agreement.createdAt.toISOString(),
		endedReason: state === 'ended' ? agreement.endedReason : null,
		cardForm:
			isCharged && account.providerAccount ? services.gateway.browserConfig(account.providerAccount) : null,
		nextAction: waiting ? nextActionOf(waiting) : null,
		isTest: method.gateway === 'test',
	};
}

/** A page of the monthly gifts of an event, newest first. */
export async function listMonthlyGifts(
	services: Services,
	scope: EventScope,
	query: {
		limit: number;
		cursor?: string | undefined;
		q?: string | undefined;
		state?: MonthlyGift['state'] | undefined;
	},
): Promise<{ data: MonthlyGift[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const { rows } = await services.database.db.execute<{
		id: string;
		state: MonthlyGift['state'];
		detail: string;
		currency: string;
		next_at: string | null;
		ended_reason: string | null;
		created_at: string;
		name: string;
		email: string;
		gifts: number;
		given: string;
	}>(sql`
		SELECT a.id, a.state, a.detail, a.currency, a.next_at + make_interval(secs => a.ahead_seconds) AS next_at, a.ended_reason,
			a.created_at, o.buyer_name AS name, o.buyer_email AS email, d.gifts, d.given
		FROM agreements a
		JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.subject_id
		CROSS JOIN LATERAL (
			SELECT count(*) FILTER (WHERE refunded_minor < amount_minor)::int AS gifts,
				coalesce(sum(amount_minor - refunded_minor), 0) AS given
			FROM donations WHERE organisation_id = a.organisation_id AND agreement_id = a.id) d
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
			${after ? sql`AND a.id < ${after}::uuid` : sql``}
			${query.state ? sql`AND a.state = ${query.state}` : sql``}
			${query.q ? sql`AND ${hasWords(sql`o.buyer_name, o.buyer_email`, query.q)}` : sql``}
		ORDER BY a.id DESC LIMIT ${query.limit + 1}`);
	return pageOf(
		rows,
		query.limit,
		(row) => ({
			id: row.id,
			state: row.state,
			donorName: row.name,
			donorEmail: row.email,
			currency: row.currency,
			...readParts(row.detail),
			nextAt: row.next_at && row.state !== 'ended' ? new Date(row.next_at).toISOString() : null,
			gifts: row.gifts,
			givenMinor: Number(row.given),
			startedAt: new Date(row.created_at).toISOString(),
			endedReason: row.state === 'ended' ? row.ended_reason : null,
		}),
		(row) => [row.id],
	);
}
