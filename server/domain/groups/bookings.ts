import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { groupBookings, groupInvitations } from '#server/db/tables/groups.ts';
import type { FactCatalogue } from '#server/domain/fact-catalogue.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { InvitationRow } from './invitations.ts';
import { type GroupRow, isGroup } from './rows.ts';

/** Most invitations that the leader of a group is shown; there are hardly ever more. */
const shownInvitations = 500;

/** The group that shares the places of an order, whatever became of it; null: there is none. The order is held. */
export async function findGroupOfOrder(
	db: DbOrTx,
	order: { organisationId: string; orderId: string },
): Promise<GroupRow | null> {
	const [row] = await db
		.select()
		.from(groupBookings)
		.where(
			and(eq(groupBookings.organisationId, order.organisationId), eq(groupBookings.orderId, order.orderId)),
		);
	return row ?? null;
}

/** Makes the group of an order, which is held. @returns its id */
export async function insertLeaderGroup(
	services: Services,
	tx: Tx,
	values: Pick<
		GroupRow,
		| 'organisationId'
		| 'eventId'
		| 'name'
		| 'leaderName'
		| 'leaderEmail'
		| 'locale'
		| 'orderId'
		| 'keptIds'
		| 'createdBy'
	>,
): Promise<string> {
	const id = newId();
	await tx.insert(groupBookings).values({ id, pays: 'leader', ...values });
	await publishGroupChange(services, tx, { ...values, groupId: id }, 'created');
	return id;
}

type GroupChange = FactCatalogue['groups.group-changed']['change'];

/** Publishes what became of a group. */
export function publishGroupChange(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, groupId }: GroupScope,
	change: GroupChange,
): Promise<void> {
	const name = 'groups.group-changed' as const;
	const fact = { name, organisationId, eventId, payload: { groupId, change } };
	return services.facts.publish(tx, fact, services);
}

/** Emails its link to the new leader of a group. The group is locked and has its previous values. */
export async function announceLeader(
	services: Services,
	tx: Tx,
	{ id: groupId, organisationId, eventId, leaderEmail }: GroupRow,
	email: string | undefined,
): Promise<void> {
	if (email === undefined || email.toLowerCase() === leaderEmail.toLowerCase()) return;
	await publishGroupChange(services, tx, { organisationId, eventId, groupId }, 'led');
}

/** Names a group that is held. */
export async function setGroupName(tx: Tx, scope: GroupScope, name: string): Promise<void> {
	await tx.update(groupBookings).set({ name }).where(isGroup(scope));
}

/** Names another leader of a group. */
export async function setLeader(
	tx: Tx,
	scope: GroupScope,
	leader: Partial<Pick<GroupRow, 'leaderName' | 'leaderEmail'>>,
): Promise<void> {
	const set = Object.fromEntries(Object.entries(leader).filter(([, value]) => value !== undefined));
	if (Object.keys(set).length > 0) await tx.update(groupBookings).set(set).where(isGroup(scope));
}

/** Adds to the tickets of a group that stay with its buyer. The group is held. */
export async function keepTickets(tx: Tx, scope: GroupScope, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await tx
		.update(groupBookings)
		.set({ keptIds: sql`${groupBookings.keptIds} || ${plainArray(ids)}::uuid[]` })
		.where(isGroup(scope));
}

/** Replaces the link that is shared: those before are void. */
export async function renewSharedLink(tx: DbOrTx, scope: GroupScope): Promise<void> {
	await tx
		.update(groupBookings)
		.set({ linkVersion: sql`${groupBookings.linkVersion} + 1` })
		.where(isGroup(scope));
}

const ofGroup = ({ organisationId, groupId }: GroupScope) =>
	and(eq(groupInvitations.organisationId, organisationId), eq(groupInvitations.groupId, groupId));

/** The invitations of a group, the newest first. */
export function listInvitations(db: DbOrTx, scope: GroupScope): Promise<InvitationRow[]> {
	return db
		.select()
		.from(groupInvitations)
		.where(ofGroup(scope))
		.orderBy(desc(groupInvitations.id))
		.limit(shownInvitations);
}

/** Voids the link of the invitation by which a place was claimed that is released. The group is held. */
export async function cancelClaimedInvitation(
	tx: Tx,
	scope: GroupScope,
	claimed: { attendeeId: string } | { orderId: string },
): Promise<void> {
	const what =
		'attendeeId' in claimed
			? eq(groupInvitations.attendeeId, claimed.attendeeId)
			: eq(groupInvitations.orderId, claimed.orderId);
	await tx
		.update(groupInvitations)
		.set({ state: 'cancelled' })
		.where(and(ofGroup(scope), what));
}
