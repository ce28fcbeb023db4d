import { and, desc, eq, lt } from 'drizzle-orm';
import { organisations } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { followers } from '#server/db/tables/organisers.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Following } from '#shared/contracts/organisers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { getUser } from '../accounts/queries.ts';
import { followerToken, readToken } from './followers.ts';

/** Followers with their organisation, and the event whose question they answered, if it is still there. */
const readFollowing = (services: Services) =>
	services.database.db
		.select({
			follower: followers,
			organiser: { name: organisations.name, slug: organisations.slug },
			event: { title: events.title, slug: events.slug },
		})
		.from(followers)
		.innerJoin(organisations, eq(organisations.id, followers.organisationId))
		.leftJoin(
			events,
			and(eq(events.organisationId, followers.organisationId), eq(events.id, followers.eventId)),
		);
type Row = Awaited<ReturnType<typeof readFollowing>>[number];

const present = ({ follower, organiser, event }: Row): Following => ({
	organiser,
	event,
	state: follower.state,
	cameFrom: follower.cameFrom,
	consentText: follower.consentText,
	consentedAt: follower.consentedAt.toISOString(),
	confirmedAt: follower.confirmedAt?.toISOString() ?? null,
	leftAt: follower.leftAt?.toISOString() ?? null,
});

/** The subject of a follower’s link. @throws not-found */
export async function getFollowing(services: Services, token: string): Promise<Following> {
	const which = readToken(services.secret, token);
	if (!which) throw notFound('Follower');
	const [row] = await readFollowing(services).where(
		and(eq(followers.organisationId, which.organisationId), eq(followers.id, which.id)),
	);
	if (!row) throw notFound('Follower');
	return present(row);
}

/** Consents of an account’s email, the newest first, with the tokens of their links. Nothing while the address is not verified. */
export async function listOwnFollowing(
	services: Services,
	userId: string,
	query: { cursor?: string | undefined; limit: number },
): Promise<{ data: (Following & { id: string; token: string })[]; nextCursor: string | null }> {
	const user = await getUser(services.database.db, userId);
	if (!user.emailVerifiedAt) return { data: [], nextCursor: null };
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await readFollowing(services)
		.where(and(eq(followers.emailKey, user.emailKey), before ? lt(followers.id, before) : undefined))
		.orderBy(desc(followers.id))
		.limit(query.limit + 1);
	const page = rows.slice(0, query.limit);
	const last = page.at(-1);
	return {
		data: page.map((row) => ({
			...present(row),
			id: row.follower.id,
			token: followerToken(services.secret, row.follower),
		})),
		nextCursor: last && rows.length > page.length ? encodeCursor([last.follower.id]) : null,
	};
}
