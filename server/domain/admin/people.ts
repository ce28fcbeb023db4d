import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { hasWordsText } from '#server/db/search-words.ts';
import type { Services } from '#server/services.ts';
import type { AdminUser, UserFilter } from '#shared/contracts/admin-people.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { changeAccess } from '../accounts/commands/change-access.ts';
import { issueLinkFor } from '../accounts/commands/issue-link.ts';
import { clearAllFailures } from '../accounts/lockout.ts';
import { endAllSessions } from '../accounts/sessions.ts';
import { type Page, readPage } from './search-page.ts';

interface UserRow extends Omit<AdminUser, 'disabledAt' | 'lockedAt' | 'createdAt' | 'lastSeenAt'> {
	disabledAt: Date | null;
	lockedAt: Date | null;
	createdAt: Date;
	lastSeenAt: Date | null;
}

const userSql = `
	SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.is_admin AS "isAdmin",
		u.email_verified_at IS NOT NULL AS "isEmailVerified", u.is_demo AS "isDemo", u.disabled_at AS "disabledAt",
		l.locked_at AS "lockedAt", coalesce(l.reason, '') AS "lockReason", u.created_at AS "createdAt",
		(SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id
			AND NOT EXISTS (SELECT FROM view_sessions v WHERE v.session_id = s.id)) AS "lastSeenAt",
		coalesce((SELECT json_agg(json_build_object('id', o.id, 'name', o.name, 'role', m.role) ORDER BY m.created_at)
			FROM memberships m JOIN organisations o ON o.id = m.organisation_id WHERE m.user_id = u.id), '[]') AS organisations
	FROM users u LEFT JOIN account_locks l ON l.user_id = u.id`;

const conditions: Record<UserFilter, string> = {
	all: 'true',
	admins: 'u.is_admin',
	unverified: 'u.email_verified_at IS NULL',
	locked: 'l.user_id IS NOT NULL',
	disabled: 'u.disabled_at IS NOT NULL',
};

const present = (row: UserRow): AdminUser => ({
	...row,
	disabledAt: row.disabledAt?.toISOString() ?? null,
	lockedAt: row.lockedAt?.toISOString() ?? null,
	createdAt: row.createdAt.toISOString(),
	lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});

/** Accounts, the newest first: ids are made in order. */
export async function listUsers(services: Services, page: Page & { filter: UserFilter }) {
	const q = page.q?.trim() ?? '';
	return readPage<UserRow, AdminUser>(
		services,
		page,
		{
			...{ select: userSql, id: 'u.id', where: conditions[page.filter] },
			found: (use) =>
				q
					? `${hasWordsText('u.email, u.first_name, u.last_name', q, use)}
						OR EXISTS (SELECT FROM memberships m JOIN organisations o ON o.id = m.organisation_id
							WHERE m.user_id = u.id AND ${hasWordsText('o.name', q, use)})`
					: 'true',
		},
		present,
	);
}

async function getUser(services: Services, userId: string): Promise<AdminUser> {
	const { rows } = await services.database.pool.query<UserRow>(`${userSql} WHERE u.id = $1`, [userId]);
	if (!rows[0]) throw notFound('User');
	return present(rows[0]);
}

/** Changes one account, locked against other changes, and answers how it is afterwards. */
async function change(
	services: Services,
	userId: string,
	work: (tx: Tx, user: { emailKey: string; isAdmin: boolean }) => Promise<void>,
): Promise<AdminUser> {
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ emailKey: string; isAdmin: boolean }>(
			sql`SELECT email_key AS "emailKey", is_admin AS "isAdmin" FROM users WHERE id = ${userId} FOR UPDATE`,
		);
		const [user] = rows;
		if (!user) throw notFound('User');
		await work(tx, user);
	});
	return getUser(services, userId);
}

function refuseOneself(userId: string, actorId: string): void {
	if (userId !== actorId) return;
	throw ruleViolation('not-oneself', message`Ask another admin to do this to your own account.`);
}

/** At least one administrator who can sign in stays. All who take rights away wait for each other. */
async function refuseLastAdmin(tx: Tx, userId: string): Promise<void> {
	await tx.execute(sql`SELECT pg_advisory_xact_lock(7204120)`);
	const { rows } = await tx.execute<{ one: number }>(
		sql`SELECT 1 AS one FROM users u WHERE is_admin AND disabled_at IS NULL AND id <> ${userId}
			AND NOT EXISTS (SELECT FROM account_locks l WHERE l.user_id = u.id) LIMIT 1`,
	);
	if (rows.length === 0) throw ruleViolation('last-administrator', message`This is the last admin.`);
}

export const verifyUser = (services: Services, userId: string) =>
	change(services, userId, async (tx) => {
		await changeAccess(tx, userId, { isEmailVerified: true }, services.clock.now());
	});

/** A link for the account, to be passed on by an administrator while no email can be sent. */
export async function makeLink(
	services: Services,
	userId: string,
	purpose: 'reset_password' | 'verify_email',
): Promise<{ url: string; expiresAt: string }> {
	if (services.mailer.canSend)
		throw ruleViolation('email-is-set-up', message`Email is set up: the person can request this link.`);
	const { url, expiresAt } = await issueLinkFor(services, userId, purpose);
	return { url, expiresAt: expiresAt.toISOString() };
}

export const lockUser = (services: Services, userId: string, reason: string, actorId: string) =>
	change(services, userId, async (tx, user) => {
		refuseOneself(userId, actorId);
		if (user.isAdmin) await refuseLastAdmin(tx, userId);
		await tx.execute(
			sql`INSERT INTO account_locks (user_id, reason, locked_by, locked_at) VALUES (${userId}, ${reason}, ${actorId}, now())
				ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason`,
		);
		await endAllSessions(tx, userId, services.clock.now());
	});

export const unlockUser = (services: Services, userId: string) =>
	change(services, userId, async (tx, user) => {
		await tx.execute(sql`DELETE FROM account_locks WHERE user_id = ${userId}`);
		await clearAllFailures(tx, user.emailKey);
	});

export const setDisabled = (services: Services, userId: string, isDisabled: boolean, actorId: string) =>
	change(services, userId, async (tx, user) => {
		if (isDisabled) {
			refuseOneself(userId, actorId);
			if (user.isAdmin) await refuseLastAdmin(tx, userId);
		}
		await changeAccess(tx, userId, { isDisabled }, services.clock.now());
	});

export const setAdmin = (services: Services, userId: string, isAdmin: boolean, actorId: string) =>
	change(services, userId, async (tx, user) => {
		if (!isAdmin && user.isAdmin) {
			refuseOneself(userId, actorId);
			await refuseLastAdmin(tx, userId);
		}
		await changeAccess(tx, userId, { isAdmin }, services.clock.now());
	});

export const endSessionsOf = (services: Services, userId: string) =>
	change(services, userId, (tx) => endAllSessions(tx, userId, services.clock.now()));
