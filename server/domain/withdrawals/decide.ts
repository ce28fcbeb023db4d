import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { withdrawals } from '#server/db/tables/withdrawals.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { holdSubject } from './find-subject.ts';
import type { Decision, Subject } from './found.ts';
import type { WithdrawalRow } from './submit.ts';

export interface WithdrawalScope {
	organisationId: string;
	withdrawalId: string;
}

const ofWithdrawal = ({ organisationId, withdrawalId }: WithdrawalScope) =>
	and(eq(withdrawals.organisationId, organisationId), eq(withdrawals.id, withdrawalId));

/** @throws not-found */
export async function getWithdrawal(db: DbOrTx, scope: WithdrawalScope): Promise<WithdrawalRow> {
	const [row] = await db.select().from(withdrawals).where(ofWithdrawal(scope));
	if (!row) throw notFound('Withdrawal');
	return row;
}

function subjectOf(row: WithdrawalRow): Subject | null {
	const { organisationId, subjectKind, subjectId, eventId } = row;
	if (subjectId === null) return null;
	if (subjectKind === 'gift_cards') return { kind: 'gift_cards', organisationId, purchaseId: subjectId };
	return eventId === null ? null : { kind: 'order', organisationId, eventId, orderId: subjectId };
}

/**
 * Accepts a statement that waits: what it is about is cancelled and refunded as far as it is still there. The money is held before the statement.
 * @throws not-found, `withdrawal-decided`, AUTH_REQUIRED for a large amount, what refunds throw
 */
export async function acceptWithdrawal(
	services: Services,
	scope: WithdrawalScope,
	decision: Decision,
): Promise<void> {
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		const row = await getWithdrawal(unit.db, scope);
		if (row.state !== 'received') throw decided();
		const subject = subjectOf(row);
		const found = subject && (await holdSubject(inUnit, unit, subject, attendeesOf(row)));
		await unit.transaction(async (tx) => {
			const isLeft = found !== null && (subject?.kind === 'gift_cards' || found.meant.ids.length > 0);
			const refundMinor = isLeft ? await found.carryOut(inUnit, tx, decision) : 0;
			// What was carried out: a ticket that was transferred or cancelled since is no part of it.
			const attendeeIds = isLeft ? found.meant.ids : [];
			await close(inUnit, tx, scope, { state: 'accepted', refundMinor, attendeeIds, ...decision });
		});
	});
}

/** The tickets that a statement named; undefined: it is about none. */
const attendeesOf = ({ attendeeIds }: WithdrawalRow) => (attendeeIds.length > 0 ? attendeeIds : undefined);

/** Declines a statement that waits, with words for the buyer. @throws not-found, `withdrawal-decided` */
export const declineWithdrawal = (
	services: Services,
	scope: WithdrawalScope,
	decision: Pick<Decision, 'note' | 'userId'>,
): Promise<void> =>
	services.database.transaction((tx) =>
		close(services, tx, scope, { state: 'declined', refundMinor: 0, ...decision }),
	);

const decided = () =>
	ruleViolation('withdrawal-decided', message`This withdrawal has already been decided. Reload the page.`);

/** Ends a statement that waits. @throws not-found, `withdrawal-decided` */
async function close(
	services: Services,
	tx: Tx,
	scope: WithdrawalScope,
	how: { state: 'accepted' | 'declined'; refundMinor: number; attendeeIds?: string[] } & Pick<
		Decision,
		'note' | 'userId'
	>,
): Promise<void> {
	const { state, refundMinor, note: decisionNote, userId: decidedBy } = how;
	const [closed] = await tx
		.update(withdrawals)
		.set({
			...{ state, refundMinor, decisionNote, decidedBy },
			...(how.attendeeIds && { attendeeIds: how.attendeeIds }),
			decidedAt: sql`now()`,
			version: sql`${withdrawals.version} + 1`,
		})
		.where(and(ofWithdrawal(scope), eq(withdrawals.state, 'received')))
		.returning();
	if (!closed) {
		await getWithdrawal(tx, scope);
		throw decided();
	}
	const { organisationId, withdrawalId } = scope;
	await services.facts.publish(
		tx,
		{
			name: 'withdrawals.decided',
			...{ organisationId, eventId: closed.eventId },
			payload: { withdrawalId, isAccepted: state === 'accepted' },
		},
		services,
	);
}
