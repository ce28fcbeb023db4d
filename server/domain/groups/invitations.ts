import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { groupInvitations } from '#server/db/tables/groups.ts';
import type { ClaimScope } from '#server/http/handler.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type InvitationRow = typeof groupInvitations.$inferSelect;

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
