import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { databaseErrorCode } from '#server/db/errors.ts';
import { memberships, sessions, users } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import type { Member } from '#shared/contracts/team.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	isWithinRights,
	type MemberRights,
	memberCan,
	organisationRoles,
} from '#shared/rules/permissions.ts';
import { profileImageUrl } from '../present.ts';
import { refuseStale } from '../sessions.ts';
import { hasTwoFactorSql } from './two-factor-requirement.ts';

export type Membership = typeof memberships.$inferSelect;

export const rightsOfRow = ({ role, eventIds, extraActions, deniedActions }: Membership): MemberRights => ({
	role,
	isLimited: eventIds !== null,
	extra: extraActions,
	denied: deniedActions,
});

/** At most so many members are listed; nobody has a team of more. */
const mostListed = 1_000;

const rolesInOrder = sql.raw(`ARRAY[${organisationRoles.map((role) => `'${role}'`).join(', ')}]`);

/**
 * Members of an organisation as one of them sees them, owners first.
 * @param userIds only these; absent: all
 */
export async function listMembers(
	db: DbOrTx,
	viewer: { organisationId: string; userId: string; rights: MemberRights },
	userIds?: string[],
): Promise<Member[]> {
	const rows = await db
		.select({
			membership: memberships,
			user: users,
			hasTwoFactor: sql<boolean>`${sql.raw(hasTwoFactorSql('users'))}`,
			lastSeenAt: sql<string | null>`(SELECT max(s.last_seen_at) FROM ${sessions} s
				WHERE s.user_id = ${users.id} AND s.user_agent <> 'view-as')`,
		})
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.where(
			and(
				eq(memberships.organisationId, viewer.organisationId),
				userIds && inArray(memberships.userId, userIds),
			),
		)
		.orderBy(
			sql`array_position(${rolesInOrder}, ${memberships.role})`,
			memberships.createdAt,
			memberships.userId,
		)
		.limit(mostListed);
	return rows.map(({ membership, user, hasTwoFactor, lastSeenAt }) => ({
		userId: user.id,
		name: `${user.firstName} ${user.lastName}`.trim(),
		email: user.email,
		photoUrl: profileImageUrl(user),
		role: membership.role,
		eventIds: membership.eventIds,
		extra: membership.extraActions,
		denied: membership.deniedActions,
		hasTwoFactor,
		lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
		joinedAt: membership.createdAt.toISOString(),
		isYou: user.id === viewer.userId,
		isEditable:
			user.id !== viewer.userId &&
			memberCan(viewer.rights, 'members.manage') &&
			isWithinRights(viewer.rights, rightsOfRow(membership)),
	}));
}

/**
 * Locks the rows of two members in one order, so that two people who change each other do it one after the other.
 * @throws not-found for a target that is no member, AUTH_INSUFFICIENT_PERMISSIONS for a caller who is none any more
 */
export async function lockMembers(
	tx: Tx,
	who: { organisationId: string; callerId: string; targetId: string },
): Promise<{ caller: Membership; target: Membership }> {
	const rows = await tx
		.select()
		.from(memberships)
		.where(
			and(
				eq(memberships.organisationId, who.organisationId),
				inArray(memberships.userId, [who.callerId, who.targetId]),
			),
		)
		.orderBy(memberships.userId)
		.for('update');
	const caller = rows.find(({ userId }) => userId === who.callerId);
	const target = rows.find(({ userId }) => userId === who.targetId);
	if (!caller) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	if (!target) throw notFound('Member');
	return { caller, target };
}

/** Refuses rights that the giver does not have. @throws BUSINESS_RULE_VIOLATION `beyond-own-rights` */
export function refuseBeyond(giver: MemberRights, given: MemberRights): void {
	if (!memberCan(giver, 'members.manage')) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	if (!isWithinRights(giver, given))
		throw ruleViolation('beyond-own-rights', message`You can only give what you may do yourself.`);
}

/**
 * Who manages the money of an organisation can change where it goes, and can confirm that: making somebody such a member wants a fresh
 * sign-in. @throws AUTH_REQUIRED (`confirm-sign-in`)
 */
export function refuseStaleForMoney(
	giver: { confirmedAt: Date; now: Date },
	given: MemberRights,
	had?: MemberRights,
): void {
	const managesMoney = (rights: MemberRights) => !rights.isLimited && memberCan(rights, 'money.manage');
	if (managesMoney(given) && !(had && managesMoney(had))) refuseStale(giver, giver.now);
}

/** An owner reaches everything: nothing is taken from them, and they are limited to nothing. */
export function refuseLimitedOwner(given: {
	role: string;
	eventIds: string[] | null;
	denied: readonly string[];
}): void {
	if (given.role === 'owner' && (given.eventIds !== null || given.denied.length > 0))
		throw ruleViolation('owner-unlimited', message`An owner can do everything, at all events.`);
}

/** @throws VALIDATION_FAILED about `eventIds` when one is not an event of the organisation */
export async function requireOwnEvents(
	tx: Tx,
	organisationId: string,
	eventIds: string[] | null,
): Promise<void> {
	if (!eventIds) return;
	const rows = await tx
		.select({ id: events.id })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), inArray(events.id, eventIds)));
	if (rows.length < new Set(eventIds).size)
		throw fieldError('eventIds', message`One of these events does not exist.`);
}

/** Titles of events, the first ones first. */
export async function listTitles(db: DbOrTx, organisationId: string, eventIds: string[]): Promise<string[]> {
	const rows = await db
		.select({ title: events.title })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), inArray(events.id, eventIds)))
		.orderBy(events.startsAt, events.id);
	return rows.map(({ title }) => title);
}

/** Has the database check now, and not with the commit, that the organisation has an owner. @throws BUSINESS_RULE_VIOLATION `last-owner` */
export async function requireAnOwner(tx: Tx): Promise<void> {
	try {
		await tx.execute(sql`SET CONSTRAINTS memberships_keep_an_owner IMMEDIATE`);
	} catch (error) {
		if (databaseErrorCode(error) !== '23514') throw error;
		throw ruleViolation('last-owner', message`An organisation needs an owner. Hand it over first.`);
	}
}
