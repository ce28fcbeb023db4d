import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { groupBookings, groupInvitations } from '#server/db/tables/groups.ts';
import type { Fact } from '#server/domain/facts.ts';
import type { ClaimScope, GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { ScheduledJob } from '../module.ts';
import { readOpenPlaces } from './open-places.ts';
import { refuseClosedEvent } from './refusals.ts';
import { type GroupRow, isGroup, lockGroup } from './rows.ts';

export type InvitationRow = typeof groupInvitations.$inferSelect;

/** Invitations send emails to strangers. */
const mostADay = 200;
const dayMs = 86_400_000;

/** The invitation whose link a claim is; null: it is by the link that is shared. @throws not-found */
export async function getInvitation(
	db: DbOrTx,
	{ organisationId, invitationId }: ClaimScope,
): Promise<InvitationRow | null> {
	if (invitationId === null) return null;
	const [row] = await db
		.select()
		.from(groupInvitations)
		.where(and(eq(groupInvitations.organisationId, organisationId), eq(groupInvitations.id, invitationId)));
	if (!row) throw notFound('Group');
	return row;
}

/** Notes what an invitation came to; its group is held. Of a shared link there is nothing to note. */
export async function settleInvitation(
	tx: Tx,
	{ organisationId, invitationId }: ClaimScope,
	outcome: { attendeeId: string } | { orderId: string },
): Promise<void> {
	if (invitationId === null) return;
	await tx
		.update(groupInvitations)
		.set({ state: 'claimed', endedAt: sql`now()`, ...outcome })
		.where(and(eq(groupInvitations.organisationId, organisationId), eq(groupInvitations.id, invitationId)));
}

const ofGroup = ({ organisationId, groupId }: GroupScope) =>
	and(eq(groupInvitations.organisationId, organisationId), eq(groupInvitations.groupId, groupId));

/** Invitations that nobody has used or cancelled. */
const live = (tx: Tx, scope: GroupScope) =>
	tx
		.select({ id: groupInvitations.id, email: groupInvitations.email })
		.from(groupInvitations)
		.where(and(ofGroup(scope), eq(groupInvitations.state, 'sent')))
		.orderBy(groupInvitations.id);

const guestInvited = (
	{ organisationId, eventId, groupId }: GroupScope,
	invitationId: string,
	remindedOn?: string,
): Fact => ({
	name: 'groups.guest-invited',
	organisationId,
	eventId,
	payload: { groupId, invitationId, ...(remindedOn !== undefined && { remindedOn }) },
});

const ended = () =>
	ruleViolation(
		'group-ended',
		message`This group has ended. Ask the organiser of the event to open another one.`,
	);

/**
 * How many places of a group that is held can still be claimed.
 * @throws `event-closed`, `group-ended`, `deadline-passed`
 */
async function openPlacesOf(tx: Tx, group: GroupRow, now: Date): Promise<number> {
	const found = await readOpenPlaces(tx, group);
	if (!found) throw notFound('Event');
	refuseClosedEvent(found, now);
	if (group.state !== 'open' || !found.isConfirmed) throw ended();
	if (group.deadlineAt && group.deadlineAt <= now)
		throw ruleViolation(
			'deadline-passed',
			message`The deadline of this group has passed. Ask the organiser of the event for more time.`,
		);
	if (found.open <= 0)
		throw ruleViolation(
			'group-full',
			message`All spots of this group are taken. Release a spot or add spots first.`,
		);
	return found.open;
}

/**
 * Invites people to a group by email; who has a link already is not sent another.
 * @throws not-found, `event-closed`, `group-ended`, `deadline-passed`, `group-full`, `too-many-invitations`
 */
export async function inviteGuests(
	services: Services,
	scope: GroupScope,
	people: readonly { name: string; email: string }[],
): Promise<void> {
	const { organisationId, eventId, groupId } = scope;
	await services.database.transaction(async (tx) => {
		const group = await lockGroup(tx, scope);
		const now = services.clock.now();
		const open = await openPlacesOf(tx, group, now);
		const invited = await live(tx, scope);
		const known = new Set(invited.map(({ email }) => email.toLowerCase()));
		const added = people.filter(({ email }) => {
			const key = email.toLowerCase();
			if (known.has(key)) return false;
			known.add(key);
			return true;
		});
		if (added.length === 0) return;
		if (invited.length + added.length > open)
			throw ruleViolation(
				'too-many-invitations',
				message`You can have as many open invitations as there are open spots. Cancel some, or share the link of the group instead.`,
				{ open, invited: invited.length },
			);
		await refuseTooMany(tx, scope, added.length, now);
		const rows = added.map(({ name, email }) => ({
			...{ id: newId(), organisationId, eventId, groupId, name, email },
			...{ sentAt: now, createdAt: now },
		}));
		await tx.insert(groupInvitations).values(rows);
		await services.facts.publishAll(
			tx,
			rows.map(({ id }) => guestInvited(scope, id)),
			services,
		);
	});
}

/** @throws `too-many-invitations` */
async function refuseTooMany(tx: Tx, scope: GroupScope, added: number, now: Date): Promise<void> {
	const since = new Date(now.getTime() - dayMs).toISOString();
	const made = await tx.$count(
		groupInvitations,
		and(ofGroup(scope), sql`${groupInvitations.createdAt} > ${since}::timestamptz`),
	);
	if (made + added > mostADay)
		throw ruleViolation(
			'too-many-invitations',
			message`You’ve sent too many invitations within a day. Try again tomorrow, or share the link of the group.`,
		);
}

/** Cancels an invitation: its link no longer works. One that was used stays as it is. @throws not-found */
export async function cancelInvitation(
	services: Services,
	scope: GroupScope,
	invitationId: string,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockGroup(tx, scope);
		const isOne = and(ofGroup(scope), eq(groupInvitations.id, invitationId));
		const [found] = await tx.select({ state: groupInvitations.state }).from(groupInvitations).where(isOne);
		if (!found) throw notFound('Invitation');
		if (found.state !== 'sent') return;
		await tx.update(groupInvitations).set({ state: 'cancelled', endedAt: sql`now()` }).where(isOne);
	});
}

/**
 * Sends all who are invited and have no place yet their links again, once within 24 hours. Without any it changes nothing.
 * @throws not-found, `event-closed`, `group-ended`, `deadline-passed`, `group-full`, `reminded-today`
 */
export async function remindGuests(services: Services, scope: GroupScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const group = await lockGroup(tx, scope);
		const now = services.clock.now();
		await openPlacesOf(tx, group, now);
		const invited = await live(tx, scope);
		if (invited.length === 0) return;
		if (group.remindedAt && group.remindedAt.getTime() > now.getTime() - dayMs)
			throw ruleViolation(
				'reminded-today',
				message`You’ve sent reminders within the last 24 hours. Try again tomorrow.`,
			);
		await tx.update(groupBookings).set({ remindedAt: now }).where(isGroup(scope));
		const remindedOn = now.toISOString().slice(0, 10);
		await services.facts.publishAll(
			tx,
			invited.map(({ id }) => guestInvited(scope, id, remindedOn)),
			services,
		);
	});
}

/** Invitations are forgotten so long after their event. */
const retentionDays = 90;

/** Forgets who was invited to the groups of events that are long over. */
export const invitationJobs: ScheduledJob[] = [
	{
		name: 'groups.forget-invitations',
		cron: '55 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'group_invitations',
				where: `EXISTS (SELECT FROM events e WHERE e.organisation_id = group_invitations.organisation_id AND e.id = group_invitations.event_id
					AND e.ends_at < now() - interval '${retentionDays} days')`,
			});
		},
	},
];
