import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { memberships, organisations, ownershipOffers, users } from '#server/db/tables/accounts.ts';
import { organisationSettings } from '#server/db/tables/settings.ts';
import type { Caller, CallerMembership } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { emailKey } from './email-identity.ts';
import { presentUser } from './present.ts';
import { seenEveryMs, sessionExpiry } from './sessions.ts';
import { hashToken, isToken } from './tokens.ts';
import { hasTwoFactor } from './two-factor/second-factor.ts';

interface SessionRow {
	sessionId: string;
	userId: string;
	isRemembered: boolean;
	createdAt: Date;
	lastSeenAt: Date;
	expiresAt: Date;
	revokedAt: Date | null;
	email: string;
	isAdmin: boolean;
	isDemo: boolean;
	confirmedAt: Date;
	hasSecondFactor: boolean;
	isEmailVerified: boolean;
	disabledAt: Date | null;
	/** Set for a session in which an administrator looks on; `isOver` when their own has ended, or they are none any more. */
	view: { adminId: string; isOver: boolean } | null;
	memberships: CallerMembership[] | null;
}

/** Everything about a caller in one statement, since it runs before every signed-in call. */
const findSession = {
	name: 'accounts.find-session',
	text: `
		SELECT s.id AS "sessionId", s.user_id AS "userId", s.is_remembered AS "isRemembered", s.created_at AS "createdAt",
			s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt", u.email,
			s.confirmed_at AS "confirmedAt", s.has_second_factor AS "hasSecondFactor", u.is_admin AS "isAdmin", u.is_demo AS "isDemo", u.email_verified_at IS NOT NULL AS "isEmailVerified", u.disabled_at AS "disabledAt",
			(SELECT json_agg(json_build_object('organisationId', m.organisation_id, 'role', m.role, 'eventIds', m.event_ids,
				'extra', m.extra_actions, 'denied', m.denied_actions,
				'lacksTwoFactor', coalesce(o.needs_two_factor_from <= $2::timestamptz, false) AND NOT s.has_second_factor AND NOT u.is_demo)
				ORDER BY m.created_at, m.organisation_id)
				FROM memberships m JOIN organisations o ON o.id = m.organisation_id WHERE m.user_id = u.id) AS memberships,
			(SELECT json_build_object('adminId', v.admin_id, 'isOver', u.is_admin OR NOT a.is_admin OR a.disabled_at IS NOT NULL
				OR b.revoked_at IS NOT NULL OR b.expires_at <= $2::timestamptz)
				FROM view_sessions v JOIN sessions b ON b.id = v.admin_session_id JOIN users a ON a.id = b.user_id
				WHERE v.session_id = s.id) AS view
		FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`,
};

/**
 * The active session of a bearer token. Nothing is cached, so that a revoked session, a removed role or a disabled account takes effect
 * with the next request on every process.
 * @throws AUTH_TOKEN_INVALID for an unknown token, AUTH_TOKEN_EXPIRED for an ended session, AUTH_ACCOUNT_DISABLED
 */
export async function authenticate(services: Services, token: string): Promise<Caller> {
	if (!isToken(token)) throw new AppError('AUTH_TOKEN_INVALID');
	const now = services.clock.now();
	const { rows } = await services.database.pool.query<SessionRow>({
		...findSession,
		values: [hashToken(token), now],
	});
	const [row] = rows;
	if (!row) throw new AppError('AUTH_TOKEN_INVALID');
	if (row.revokedAt || row.expiresAt <= now || row.view?.isOver) throw new AppError('AUTH_TOKEN_EXPIRED');
	if (row.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED', { status: 401 });
	// A look is never made longer.
	if (!row.view && now.getTime() - row.lastSeenAt.getTime() >= seenEveryMs) {
		await services.database.pool.query({
			name: 'accounts.touch-session',
			text: 'UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1',
			values: [row.sessionId, now, sessionExpiry(row, now)],
		});
	}
	// Administrators act with two factors only. Those of the demo have none: everybody knows their password.
	const isProved = row.hasSecondFactor || row.isDemo;
	return {
		userId: row.userId,
		sessionId: row.sessionId,
		email: row.email,
		isAdmin: row.isAdmin && isProved,
		needsSecondFactor: row.isAdmin && !isProved,
		confirmedAt: row.confirmedAt,
		isEmailVerified: row.isEmailVerified,
		viewedBy: row.view?.adminId ?? null,
		key: null,
		memberships: row.memberships ?? [],
	};
}

/** An organisation by id or slug. */
export async function findOrganisation(
	services: Services,
	reference: string,
): Promise<{ organisationId: string } | null> {
	const [row] = await services.database.db
		.select({ organisationId: organisations.id })
		.from(organisations)
		.where(isUuid(reference) ? eq(organisations.id, reference) : eq(organisations.slug, reference));
	return row ?? null;
}

export type User = typeof users.$inferSelect;

export async function findUserByEmail(db: DbOrTx, email: string): Promise<User | null> {
	const [user] = await db
		.select()
		.from(users)
		.where(eq(users.emailKey, emailKey(email)));
	return user ?? null;
}

export async function findUser(db: DbOrTx, userId: string): Promise<User | null> {
	const [user] = await db.select().from(users).where(eq(users.id, userId));
	return user ?? null;
}

export async function getUser(db: DbOrTx, userId: string): Promise<User> {
	const user = await findUser(db, userId);
	if (!user) throw notFound('User');
	return user;
}

/** The signed-in user as the screens know them, with their organisations, the first one being the default. */
export async function getCurrentUser(db: DbOrTx, userId: string, now: Date): Promise<CurrentUser> {
	const [user, isTwoFactorOn, theirs] = await Promise.all([
		getUser(db, userId),
		hasTwoFactor(db, userId),
		db
			.select({
				id: organisations.id,
				name: organisations.name,
				slug: organisations.slug,
				role: memberships.role,
				isLimited: sql<boolean>`${memberships.eventIds} IS NOT NULL`,
				extra: memberships.extraActions,
				denied: memberships.deniedActions,
				isSandbox: sql<boolean>`${organisations.sandboxOf} IS NOT NULL`,
				defaultTimeZone: sql<string>`coalesce(${organisationSettings.defaultTimeZone}, '')`,
				requirement: organisations.needsTwoFactorFrom,
				offerEnds: ownershipOffers.expiresAt,
				offeredBy: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
			})
			.from(memberships)
			.innerJoin(organisations, eq(organisations.id, memberships.organisationId))
			.leftJoin(organisationSettings, eq(organisationSettings.organisationId, memberships.organisationId))
			.leftJoin(
				ownershipOffers,
				and(
					eq(ownershipOffers.organisationId, memberships.organisationId),
					eq(ownershipOffers.userId, memberships.userId),
					gt(ownershipOffers.expiresAt, now),
				),
			)
			.leftJoin(users, eq(users.id, ownershipOffers.offeredBy))
			.where(eq(memberships.userId, userId))
			.orderBy(asc(memberships.createdAt), asc(memberships.organisationId)),
	]);
	const organisationsOf = theirs.map(({ requirement, offerEnds, offeredBy, ...one }) => ({
		...one,
		needsTwoFactorFrom: user.isDemo || isTwoFactorOn ? null : (requirement?.toISOString() ?? null),
		ownershipOffer: offerEnds && { from: offeredBy.trim(), expiresAt: offerEnds.toISOString() },
	}));
	return presentUser(user, organisationsOf, { isTwoFactorOn });
}

/** Names of an organisation, for mails and pages of modules to the right. */
export async function getOrganisation(
	db: DbOrTx,
	organisationId: string,
): Promise<{ id: string; name: string; slug: string; logoFile: string | null; isDemo: boolean }> {
	const [row] = await db
		.select({
			id: organisations.id,
			name: organisations.name,
			slug: organisations.slug,
			logoFile: organisations.logoFile,
			isDemo: organisations.isDemo,
		})
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	if (!row) throw notFound('Organisation');
	return row;
}
