import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { invitations, memberships, users } from '#server/db/tables/accounts.ts';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isWithinRights, memberCan, type OrganisationRole } from '#shared/rules/permissions.ts';
import { maskEmail } from '#shared/rules/staff-abilities.ts';
import { readMakerRights } from '../handing-on.ts';
import { insertAccount } from '../insert-account.ts';
import { hashPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { logoUrl } from '../present.ts';
import { findUser, findUserByEmail, getOrganisation, getUser } from '../queries.ts';
import { beginSession } from '../sessions.ts';
import { hashToken, isToken } from '../tokens.ts';
import type { InvitationRow } from './invitations.ts';
import { listTitles } from './member-rows.ts';
import { findRequirement } from './two-factor-requirement.ts';

async function getByToken(db: DbOrTx, token: string, locks: boolean): Promise<InvitationRow> {
	const query = db
		.select()
		.from(invitations)
		.where(eq(invitations.tokenHash, hashToken(token)));
	const [row] = isToken(token) ? await (locks ? query.for('update') : query) : [];
	if (!row) throw notFound('Invitation');
	return row;
}

type State = 'open' | 'accepted' | 'expired' | 'withdrawn';

/** What an invitation is now; one whose sender may not give its role any more counts as withdrawn. */
async function stateOf(db: DbOrTx, row: InvitationRow, now: Date): Promise<State> {
	if (row.acceptedAt) return 'accepted';
	const given = { role: row.role, isLimited: row.eventIds !== null };
	const { organisationId, invitedBy: userId } = row;
	const inviter = await readMakerRights(db, { organisationId, userId });
	const isTheirs = inviter && memberCan(inviter, 'members.manage') && isWithinRights(inviter, given);
	if (row.endedAt || !isTheirs) return 'withdrawn';
	return row.expiresAt > now ? 'open' : 'expired';
}

/** What whoever has the link reads before joining. @throws not-found for a link that never was or was sent anew */
export async function readInvitation(services: Services, token: string, caller: Caller | undefined) {
	const { db } = services.database;
	const row = await getByToken(db, token, false);
	const [organisation, inviter, account, titles, you, requirement] = await Promise.all([
		getOrganisation(db, row.organisationId),
		findUser(db, row.invitedBy),
		findUserByEmail(db, row.email),
		row.eventIds ? listTitles(db, row.organisationId, row.eventIds) : null,
		caller ? findUser(db, caller.userId) : null,
		findRequirement(db, row.organisationId),
	]);
	return {
		organisation: { name: organisation.name, logoUrl: logoUrl(organisation.logoFile) },
		role: row.role,
		events: titles,
		invitedBy: inviter ? `${inviter.firstName} ${inviter.lastName}`.trim() : '',
		note: row.note,
		address: maskEmail(row.email),
		state: await stateOf(db, row, services.clock.now()),
		expiresAt: row.expiresAt.toISOString(),
		needsTwoFactorFrom: requirement?.toISOString() ?? null,
		hasAccount: account !== null,
		isYours: you ? you.emailKey === row.emailKey : null,
	};
}

/**
 * Joins the organisation of an invitation: as the caller whose address was invited, or with a new account for that address. A link
 * that went by email alone proves the address.
 * @throws not-found; BUSINESS_RULE_VIOLATION `invitation-accepted`, `invitation-withdrawn`, `invitation-expired`, `other-address`,
 *   `address-not-confirmed`; RESOURCE_ALREADY_EXISTS when an account of the address has to log in; VALIDATION_FAILED without a password
 */
export async function acceptInvitation(
	services: Services,
	token: string,
	by: {
		caller: Caller | undefined;
		newAccount: { firstName: string; lastName: string; password: string | undefined };
		userAgent: string;
	},
): Promise<{
	organisationId: string;
	role: OrganisationRole;
	userId: string;
	session: { token: string; expiresAt: Date } | null;
}> {
	const { caller, newAccount } = by;
	const { password } = newAccount;
	if (caller?.key) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	const seen = await getByToken(services.database.db, token, false);
	let passwordHash: string | null = null;
	if (!caller && (await stateOf(services.database.db, seen, services.clock.now())) === 'open') {
		if (await findUserByEmail(services.database.db, seen.email)) throw hasAccount();
		if (password === undefined)
			throw fieldError('password', message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
		const { productName } = services.config;
		const { firstName, lastName } = newAccount;
		refuseCommonPassword(password, { firstName, lastName, email: seen.email, productName });
		passwordHash = await hashPassword(password);
	}
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const row = await getByToken(tx, token, true);
		refuseEnded(await stateOf(tx, row, now));
		const { organisationId, role } = row;
		const userId = caller
			? await proveAddress(tx, row, caller, services)
			: await makeAccount(tx, row, { ...newAccount, passwordHash }, now);
		const joined = await tx
			.insert(memberships)
			// A newcomer opens the organisation that they were invited to first, and not the empty one of their own.
			.values({
				organisationId,
				userId,
				role,
				eventIds: row.eventIds,
				createdAt: caller ? now : new Date(now.getTime() - 1_000),
			})
			.onConflictDoNothing()
			.returning({ userId: memberships.userId });
		if (joined.length === 0) throw ruleViolation('member-already', message`You’re a member already.`);
		await tx
			.update(invitations)
			.set({ acceptedAt: now, acceptedBy: userId })
			.where(and(eq(invitations.organisationId, organisationId), eq(invitations.id, row.id)));
		await services.facts.publish(
			tx,
			{
				name: 'accounts.member-joined',
				organisationId,
				eventId: null,
				payload: { userId, invitationId: row.id },
			},
			services,
		);
		const session = caller
			? null
			: await beginSession(tx, { userId, isRemembered: false, userAgent: by.userAgent }, now);
		return { organisationId, role, userId, session };
	});
}

const hasAccount = () =>
	new AppError('RESOURCE_ALREADY_EXISTS', {
		userMessage: message`This email already has an account. Log in to join.`,
		metadata: { rule: 'log-in' },
	});

function refuseEnded(state: State): void {
	if (state === 'accepted')
		throw ruleViolation('invitation-accepted', message`This invitation was accepted already.`);
	if (state === 'withdrawn')
		throw ruleViolation('invitation-withdrawn', message`This invitation was revoked. Ask for a new one.`);
	if (state === 'expired')
		throw ruleViolation('invitation-expired', message`This invitation has expired. Ask for a new one.`);
}

/** @returns the caller, whose address was invited and is confirmed now @throws `other-address`, `address-not-confirmed` */
async function proveAddress(tx: Tx, row: InvitationRow, caller: Caller, services: Services): Promise<string> {
	const user = await getUser(tx, caller.userId);
	if (user.emailKey !== row.emailKey)
		throw ruleViolation(
			'other-address',
			message`This invitation went to ${maskEmail(row.email)}. Log in with that address or ask for a new one.`,
		);
	if (user.emailVerifiedAt) return user.id;
	// Where no email can be sent, nobody can confirm an address.
	if (!row.isByEmail && services.mailer.canSend)
		throw ruleViolation('address-not-confirmed', message`Verify your email first.`);
	if (row.isByEmail)
		await tx.update(users).set({ emailVerifiedAt: services.clock.now() }).where(eq(users.id, user.id));
	return user.id;
}

async function makeAccount(
	tx: Tx,
	row: InvitationRow,
	account: { firstName: string; lastName: string; passwordHash: string | null },
	now: Date,
): Promise<string> {
	if (account.passwordHash === null) throw notFound('Invitation');
	const { firstName, lastName, passwordHash } = account;
	const made = await insertAccount(
		tx,
		{ email: row.email, firstName, lastName, passwordHash, isVerified: row.isByEmail },
		now,
	);
	if (!made) throw hasAccount();
	return made.userId;
}
