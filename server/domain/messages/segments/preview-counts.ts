import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import type { Services } from '#server/services.ts';
import type { MessagePreview } from '#shared/contracts/messages.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import { addressColumns, keyPerAddress, matchingTickets, mayBeSpelled } from './matching-tickets.ts';
import { readSegment } from './read-segment.ts';

type Counts = MessagePreview['counts'];

/** Addresses with international domains that are compared by their spellings; beyond these each counts as it is written. */
const mostSpelled = 20_000;

/**
 * How many addresses a message would go to now, how many it leaves out, each for the first reason that holds (bounced, opted out, not
 * following), and how many of its tickets have no address.
 * @throws BUSINESS_RULE_VIOLATION `segment-too-large`; SERVER_OVERLOADED
 */
export function previewCounts(
	services: Pick<Services, 'database'>,
	place: MessagePlace,
	segment: Segment,
	category: MessageCategory,
): Promise<Counts> {
	return readSegment(services, place, (tx) => count(tx, place, segment, category));
}

/** Addresses that bounce or opted out, as tables of hashes; what there is none of is not looked for among the addresses. */
async function skippedBy(tx: Tx, { organisationId }: MessagePlace, category: MessageCategory) {
	const isBlocked = sql`(organisation_id IS NULL OR organisation_id = ${organisationId}) AND (until IS NULL OR until > now())`;
	const blocked = sql`SELECT email_hash FROM mail_suppressions WHERE ${isBlocked}`;
	const optedOut = sql`SELECT email_hash FROM mail_opt_outs WHERE template = ${`messages/${category}`}
		AND organisation_id = ${organisationId} AND organisation_id <> '00000000-0000-0000-0000-000000000000'`;
	const { rows } = await tx.execute<{ blocked: boolean; optedOut: boolean }>(
		sql`SELECT EXISTS (${blocked}) AS blocked, EXISTS (${optedOut}) AS "optedOut"`,
	);
	return {
		blocked: rows[0]?.blocked ? sql`SELECT DISTINCT b.email_hash FROM (${blocked}) b` : null,
		optedOut: rows[0]?.optedOut ? optedOut : null,
		following:
			category === 'marketing'
				? sql`SELECT email_key FROM followers WHERE organisation_id = ${organisationId} AND state = 'confirmed'`
				: null,
	};
}
type Skipped = Awaited<ReturnType<typeof skippedBy>>;

/** The figures over keys of addresses `r.k`, of which none is twice. */
function figures({ blocked, optedOut, following }: Skipped, keys: SQL, more: SQL, isCounted: SQL): SQL {
	const hash = blocked || optedOut ? sql`, sha256(convert_to(k, 'UTF8')) AS hash` : sql``;
	const no = sql`false`;
	const isBounced = blocked ? sql`b.email_hash IS NOT NULL` : no;
	const isOut = optedOut ? sql`u.email_hash IS NOT NULL` : no;
	const isStranger = following ? sql`f.email_key IS NULL` : no;
	const number = (holds: SQL) => sql`(count(*) FILTER (WHERE ${isCounted} AND ${holds}))::int`;
	return sql`SELECT ${number(sql`NOT (${isBounced} OR ${isOut} OR ${isStranger})`)} AS addresses, ${number(isBounced)} AS bounced,
			${number(sql`${isOut} AND NOT ${isBounced}`)} AS "optedOut",
			${number(sql`${isStranger} AND NOT (${isBounced} OR ${isOut})`)} AS "notFollowing", ${more}
		FROM (SELECT *${hash} FROM (${keys}) distinct_keys) r
		${blocked ? sql`LEFT JOIN (${blocked}) b ON b.email_hash = r.hash` : sql``}
		${optedOut ? sql`LEFT JOIN (${optedOut}) u ON u.email_hash = r.hash` : sql``}
		${following ? sql`LEFT JOIN (${following}) f ON f.email_key = r.k` : sql``}`;
}

async function count(
	tx: Tx,
	place: MessagePlace,
	segment: Segment,
	category: MessageCategory,
): Promise<Counts> {
	const skipped = await skippedBy(tx, place, category);
	const keys = sql`SELECT k, count(*) AS tickets, ${mayBeSpelled(sql`k`)} AS is_spelled FROM (
		SELECT ${keyPerAddress} AS k FROM (SELECT ${addressColumns} ${matchingTickets(place, segment)}) t) each_address GROUP BY k`;
	const isSpelled = sql`r.is_spelled`;
	const { rows } = await tx.execute<Counts & { spelled: string[] | null; spelledCount: number }>(
		figures(
			skipped,
			keys,
			sql`coalesce(sum(r.tickets) FILTER (WHERE r.k = ''), 0)::int AS "withoutAddress",
				(array_agg(r.k) FILTER (WHERE ${isSpelled}))[1:${sql.raw(String(mostSpelled))}] AS spelled,
				(count(*) FILTER (WHERE ${isSpelled}))::int AS "spelledCount"`,
			sql`r.k <> '' AND NOT ${isSpelled}`,
		),
	);
	const [{ spelled, spelledCount, ...counts } = { spelled: null, spelledCount: 0, ...none }] = rows;
	if (!spelled) return counts;
	const others = await countSpelled(tx, skipped, spelled);
	const beyond = spelledCount - spelled.length;
	return {
		addresses: counts.addresses + others.addresses + beyond,
		bounced: counts.bounced + others.bounced,
		optedOut: counts.optedOut + others.optedOut,
		notFollowing: counts.notFollowing + others.notFollowing,
		withoutAddress: counts.withoutAddress,
	};
}

const none: Counts = { addresses: 0, bounced: 0, optedOut: 0, notFollowing: 0, withoutAddress: 0 };

/** The same of addresses with international domains, by the keys that they have as identities. */
async function countSpelled(tx: Tx, skipped: Skipped, spelled: readonly string[]): Promise<Counts> {
	const keys = [...new Set(spelled.map(emailKey))];
	const { rows } = await tx.execute<Counts & Record<string, unknown>>(
		figures(
			skipped,
			sql`SELECT k FROM unnest(${sql.param(keys)}::text[]) AS k`,
			sql`0 AS "withoutAddress"`,
			sql`true`,
		),
	);
	return rows[0] ?? none;
}
