import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { invitations, memberships, organisations, users } from '#server/db/tables/accounts.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Invitation } from '#shared/contracts/team.ts';
import { invitationsPerDay } from '#shared/contracts/team.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { INVITATION_DAYS } from '#shared/rules/periods.ts';
import type { MemberRights, OrganisationRole } from '#shared/rules/permissions.ts';
import { emailKey, normaliseEmail } from '../email-identity.ts';
import { hashToken } from '../tokens.ts';
import { refuseBeyond, refuseLimitedOwner, refuseStaleForMoney, requireOwnEvents } from './member-rows.ts';

const dayMs = 24 * 3_600_000;
const lifeMs = INVITATION_DAYS * dayMs;
/** How often one invitation can be sent. */
const mostSent = 5;

export type InvitationRow = typeof invitations.$inferSelect;

/** The secret of a link: made anew from its row whenever the email is written; each sending has another one. */
export const invitationToken = (secret: Buffer, { id, sent }: Pick<InvitationRow, 'id' | 'sent'>): string =>
	createHmac('sha256', secret).update(`invitation:${id}:${sent}`).digest('base64url');

export const invitationLink = (services: Services, row: Pick<InvitationRow, 'id' | 'sent'>): string =>
	`${services.config.appUrl}/invitations/${invitationToken(services.secret, row)}`;

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.endedAt));

function present(services: Services, row: InvitationRow, options: { showsLink: boolean }): Invitation {
	return {
		id: row.id,
		email: row.email,
		role: row.role,
		eventIds: row.eventIds,
		state: row.expiresAt > services.clock.now() ? 'open' : 'expired',
		sent: row.sent,
		expiresAt: row.expiresAt.toISOString(),
		createdAt: row.createdAt.toISOString(),
		link: options.showsLink && !row.isByEmail ? invitationLink(services, row) : null,
	};
}

interface Page {
	cursor?: string | undefined;
	limit: number;
}

/** Open invitations of an organisation, the newest first. */
export async function listInvitations(services: Services, organisationId: string, query: Page) {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await services.database.db
		.select()
		.from(invitations)
		.where(
			and(
				eq(invitations.organisationId, organisationId),
				isOpen,
				before === undefined ? undefined : lt(invitations.id, before),
			),
		)
		.orderBy(desc(invitations.id))
		.limit(query.limit + 1);
	return pageOf(
		rows,
		query.limit,
		(row) => present(services, row, { showsLink: false }),
		(row) => [row.id],
	);
}

export interface InviteCommand {
	organisationId: string;
	callerId: string;
	/** When the caller last proved who they are. */
	confirmedAt: Date;
	rights: MemberRights;
	emails: string[];
	role: OrganisationRole;
	eventIds: string[] | null;
	note: string;
}

/**
 * Invites people; an open invitation of the same address is renewed under another link. Whether an address has an account makes no
 * difference to the answer.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, AUTH_REQUIRED (`confirm-sign-in`), INSUFFICIENT_QUOTA after 50 in a day, VALIDATION_FAILED about a member's address
 */
export async function inviteMembers(services: Services, command: InviteCommand): Promise<Invitation[]> {
	const { organisationId, eventIds, role } = command;
	// Of several spellings of one address the first.
	const emails = [
		...new Map(command.emails.toReversed().map((one) => [emailKey(one), normaliseEmail(one)])).entries(),
	].toReversed();
	refuseBeyond(command.rights, { role, isLimited: eventIds !== null });
	refuseLimitedOwner({ role, eventIds, denied: [] });
	refuseStaleForMoney(
		{ confirmedAt: command.confirmedAt, now: services.clock.now() },
		{ role, isLimited: eventIds !== null },
	);
	return services.database.transaction(async (tx) => {
		await requireOwnEvents(tx, organisationId, eventIds);
		await takeDailyShare(tx, services, organisationId, emails.length);
		await refuseMembers(tx, organisationId, command.emails);
		const rows: InvitationRow[] = [];
		for (const [key, email] of emails) {
			const [open] = await tx
				.select()
				.from(invitations)
				.where(and(eq(invitations.organisationId, organisationId), eq(invitations.emailKey, key), isOpen));
			const { callerId: invitedBy, note } = command;
			const terms = { role, eventIds, note, invitedBy };
			rows.push(
				open
					? await send(tx, services, { ...open, ...terms, sent: open.sent + 1 })
					: await send(tx, services, {
							...terms,
							id: newId(),
							organisationId,
							email,
							emailKey: key,
							sent: 1,
						}),
			);
		}
		return rows.map((row) => present(services, row, { showsLink: true }));
	});
}

/** Writes an invitation under the token of its next sending, and has its email sent where emails can be sent. */
async function send(
	tx: Tx,
	services: Services,
	row: Pick<
		InvitationRow,
		'id' | 'organisationId' | 'email' | 'emailKey' | 'role' | 'eventIds' | 'note' | 'invitedBy' | 'sent'
	>,
): Promise<InvitationRow> {
	if (row.sent > mostSent)
		throw ruleViolation(
			'invitation-sent-often',
			message`This invitation was sent ${mostSent} times. Revoke it, or ask whether the address is right.`,
		);
	const now = services.clock.now();
	const terms = {
		...row,
		tokenHash: hashToken(invitationToken(services.secret, row)),
		isByEmail: services.mailer.canSend,
		expiresAt: new Date(now.getTime() + lifeMs),
	};
	const [saved] = await tx
		.insert(invitations)
		.values({ ...terms, createdAt: now })
		.onConflictDoUpdate({ target: invitations.id, set: terms })
		.returning();
	if (!saved) throw new Error('The invitation was not written.');
	if (saved.isByEmail) {
		await services.facts.publish(
			tx,
			{
				name: 'accounts.member-invited',
				organisationId: row.organisationId,
				eventId: null,
				payload: { invitationId: row.id, sent: row.sent },
			},
			services,
		);
	}
	return saved;
}

/** One call after the other invites for an organisation, and all together so many a day. */
async function takeDailyShare(
	tx: Tx,
	services: Services,
	organisationId: string,
	more: number,
): Promise<void> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('no key update');
	const since = new Date(services.clock.now().getTime() - dayMs);
	const [row] = await tx
		.select({ sent: sql<number>`coalesce(sum(${invitations.sent}), 0)::int` })
		.from(invitations)
		.where(and(eq(invitations.organisationId, organisationId), gt(invitations.createdAt, since)));
	if ((row?.sent ?? 0) + more > invitationsPerDay)
		throw new AppError('INSUFFICIENT_QUOTA', {
			userMessage: message`You can invite ${invitationsPerDay} people a day. Try again tomorrow.`,
		});
}

async function refuseMembers(tx: Tx, organisationId: string, emails: string[]): Promise<void> {
	const rows = await tx
		.select({ emailKey: users.emailKey })
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.where(
			and(eq(memberships.organisationId, organisationId), inArray(users.emailKey, emails.map(emailKey))),
		);
	const taken = new Set(rows.map((row) => row.emailKey));
	const index = emails.findIndex((one) => taken.has(emailKey(one)));
	if (index >= 0)
		throw fieldError(
			`emails.${index}`,
			message`${emails[index] ?? ''} is a member already.`,
			'RESOURCE_ALREADY_EXISTS',
		);
}

interface Which {
	organisationId: string;
	invitationId: string;
}

async function lockOpen(tx: Tx, which: Which): Promise<InvitationRow> {
	const [row] = await tx
		.select()
		.from(invitations)
		.where(
			and(
				eq(invitations.organisationId, which.organisationId),
				eq(invitations.id, which.invitationId),
				isOpen,
			),
		)
		.for('update');
	if (!row) throw notFound('Invitation');
	return row;
}

/** Sends an open invitation again, for as long again, as the caller's; the link before ends. @throws not-found, `beyond-own-rights`, `invitation-sent-often` */
export async function resendInvitation(
	services: Services,
	which: Which,
	by: { userId: string; rights: MemberRights },
): Promise<Invitation> {
	return services.database.transaction(async (tx) => {
		const row = await lockOpen(tx, which);
		refuseBeyond(by.rights, { role: row.role, isLimited: row.eventIds !== null });
		const sent = await send(tx, services, { ...row, invitedBy: by.userId, sent: row.sent + 1 });
		return present(services, sent, { showsLink: true });
	});
}

/** Ends an open invitation: its link says so. @throws not-found */
export async function withdrawInvitation(services: Services, which: Which): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await lockOpen(tx, which);
		await tx
			.update(invitations)
			.set({ endedAt: services.clock.now() })
			.where(and(eq(invitations.organisationId, row.organisationId), eq(invitations.id, row.id)));
	});
}

/** Data for the email of an invitation; null for one that is gone. */
export async function findInvitation(db: DbOrTx, id: string): Promise<InvitationRow | null> {
	const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
	return row ?? null;
}
