import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { withdrawals } from '#server/db/tables/withdrawals.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { sourceOf } from '../accounts/network.ts';
import { holdSubject, matchSubject } from './find-subject.ts';
import { type Found, type Subject, subjectIdOf } from './found.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** Statements to one organiser in an hour: from one address, from one network, and in all. */
const mostFromAddress = 3;
const mostFromNetwork = 5;
const mostInAll = 100;

/** A statement as a person made it. */
export interface Statement {
	name: string;
	email: string;
	reference: string;
	locale: string;
}

/**
 * Records a statement that somebody sent without a link, and accepts it at once where it matches and nothing stands against it. Whoever sends
 * it learns nothing else than when it was received.
 * @param how.address the network it came from
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function submitByNumber(
	services: Services,
	organisationId: string,
	statement: Statement,
	how: { address: string },
): Promise<Date> {
	const source = sourceOf(services.secret, how.address);
	return inAnyCase(services, async (inUnit, mayCarryOut) => {
		const { database: unit } = inUnit;
		const subject = await matchSubject(unit.db, organisationId, statement);
		const found = subject && (await holdSubject(inUnit, unit, subject));
		return unit.transaction(async (tx) => {
			await refuseFlood(tx, organisationId, { email: statement.email, source });
			const known =
				subject && found
					? await findAnswered(tx, subject, found)
					: await findUnmatched(tx, organisationId, statement);
			if (known) return known.receivedAt;
			const row = await record(inUnit, tx, {
				...{ organisationId, statement, subject, source },
				found: found && (mayCarryOut ? found : forMember(found)),
			});
			return row.receivedAt;
		});
	});
}

/** A statement that came in time is never lost: what a rule of refunds or cancellations refuses is recorded in a second transaction, for a member to decide. */
async function inAnyCase<T>(
	services: Services,
	submit: (inUnit: Services, mayCarryOut: boolean) => Promise<T>,
): Promise<T> {
	const attempt = (mayCarryOut: boolean) =>
		services.database.unitOfWork((unit) => submit({ ...services, database: unit }, mayCarryOut));
	try {
		return await attempt(true);
	} catch (error) {
		if (error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION') return attempt(false);
		throw error;
	}
}

const forMember = (found: Found): Found => ({ ...found, obstacle: found.obstacle ?? 'refused' });

/**
 * Withdraws from an order or gift cards by the signed link of their buyer.
 * @param how.attendeeIds without them, all that can be withdrawn from
 * @throws `withdrawal-not-possible` with the reason, `withdrawal-open`, not-found for a ticket of another order
 */
export async function submitByLink(
	services: Services,
	subject: Subject,
	how: { name: string; locale: string; attendeeIds?: readonly string[] | undefined },
): Promise<void> {
	await inAnyCase(services, async (inUnit, mayCarryOut) => {
		const { database: unit } = inUnit;
		const all = await holdSubject(inUnit, unit, subject, how.attendeeIds);
		const { organisationId } = subject;
		// Without a choice, what can be withdrawn from is meant, whatever else is in the order.
		const openIds = all.open.map(({ id }) => id);
		const found =
			subject.kind === 'order' && !how.attendeeIds && openIds.length > 0
				? await holdSubject(inUnit, unit, subject, openIds)
				: all;
		await unit.transaction(async (tx) => {
			if (await findOpen(tx, organisationId, subjectIdOf(subject)))
				throw ruleViolation(
					'withdrawal-open',
					message`You have sent a statement already. The organiser answers it by email.`,
				);
			const isDone = (await findAnswered(tx, subject, found)) !== undefined;
			if (isDone || found.obstacle === 'no-right' || found.meant.items.length === 0)
				throw ruleViolation(
					'withdrawal-not-possible',
					message`Nothing here can be withdrawn from. Contact the organiser with your questions.`,
				);
			const { name, locale } = how;
			const statement = { name, locale, email: found.email, reference: found.reference };
			await record(inUnit, tx, {
				...{ organisationId, statement, subject, source: null },
				found: mayCarryOut ? found : forMember(found),
			});
		});
	});
}

/** Keeps a statement, carries it out where nothing stands against it, and announces it. The subject is held. */
async function record(
	services: Services,
	tx: Tx,
	made: {
		organisationId: string;
		statement: Statement;
		subject: Subject | null;
		found: Found | null;
		source: Buffer | null;
	},
): Promise<WithdrawalRow> {
	const { organisationId, statement, subject, found, source } = made;
	const obstacle = found ? found.obstacle : 'unmatched';
	const isAccepted = found !== null && obstacle === null;
	const refundMinor = isAccepted ? await found.carryOut(services, tx, { note: '', userId: null }) : 0;
	const [row] = await tx
		.insert(withdrawals)
		.values({
			...{ id: newId(), organisationId, ...statement, source },
			...(subject && { subjectKind: subject.kind, subjectId: subjectIdOf(subject) }),
			...(subject?.kind === 'order' && { eventId: subject.eventId }),
			...(found && {
				attendeeIds: found.meant.ids,
				items: found.meant.items,
				currency: found.currency,
			}),
			...{ obstacle, refundMinor, state: isAccepted ? 'accepted' : 'received' },
			...(isAccepted && { decidedAt: sql`now()` }),
		})
		.returning();
	if (!row) throw new Error('A withdrawal was not recorded.');
	await services.facts.publish(
		tx,
		{
			name: 'withdrawals.received',
			...{ organisationId, eventId: row.eventId },
			payload: { withdrawalId: row.id, isAccepted },
		},
		services,
	);
	return row;
}

/** The statement about a subject that waits for the organiser. */
async function findOpen(db: DbOrTx, organisationId: string, subjectId: string) {
	const [row] = await db
		.select()
		.from(withdrawals)
		.where(
			and(
				eq(withdrawals.organisationId, organisationId),
				eq(withdrawals.subjectId, subjectId),
				eq(withdrawals.state, 'received'),
			),
		)
		.limit(1);
	return row;
}

/** The statement that answers another one about the same: it waits for the organiser, or was accepted and nothing is left to withdraw from. */
async function findAnswered(tx: Tx, subject: Subject, found: Found): Promise<WithdrawalRow | undefined> {
	const { organisationId } = subject;
	const open = await findOpen(tx, organisationId, subjectIdOf(subject));
	if (open) return open;
	const isOver = subject.kind === 'order' ? found.meant.ids.length === 0 : found.obstacle === 'used';
	const last = isOver ? await findLast(tx, organisationId, subjectIdOf(subject)) : undefined;
	return last?.state === 'accepted' ? last : undefined;
}

/** The same statement that waits for the organiser already, where it matches nothing. */
async function findUnmatched(tx: Tx, organisationId: string, { email, reference }: Statement) {
	const [row] = await tx
		.select()
		.from(withdrawals)
		.where(
			and(
				eq(withdrawals.organisationId, organisationId),
				sql`lower(${withdrawals.email}) = lower(${email})`,
				eq(withdrawals.reference, reference),
				eq(withdrawals.state, 'received'),
				isNull(withdrawals.subjectId),
			),
		)
		.limit(1);
	return row;
}

/** The last statement about a subject. */
export async function findLast(
	db: DbOrTx,
	organisationId: string,
	subjectId: string,
): Promise<WithdrawalRow | undefined> {
	const [row] = await db
		.select()
		.from(withdrawals)
		.where(and(eq(withdrawals.organisationId, organisationId), eq(withdrawals.subjectId, subjectId)))
		.orderBy(desc(withdrawals.id))
		.limit(1);
	return row;
}

/** Refuses what is too much from one address, one network, or in all. */
async function refuseFlood(
	tx: Tx,
	organisationId: string,
	{ email, source }: { email: string; source: Buffer },
): Promise<void> {
	// One at a time, so that many at once cannot pass the count together.
	await tx.execute(sql`SELECT pg_advisory_xact_lock(7204123, hashtext(${organisationId}))`);
	const { rows } = await tx.execute<{ byAddress: number; byNetwork: number; inAll: number }>(sql`
		SELECT count(*) FILTER (WHERE lower(email) = lower(${email}))::int AS "byAddress",
			count(*) FILTER (WHERE source = ${source})::int AS "byNetwork", count(*)::int AS "inAll"
		FROM withdrawals WHERE organisation_id = ${organisationId} AND received_at > now() - interval '1 hour' AND source IS NOT NULL`);
	const [sent] = rows;
	if (
		sent &&
		(sent.byAddress >= mostFromAddress || sent.byNetwork >= mostFromNetwork || sent.inAll >= mostInAll)
	)
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			retryAfterSeconds: 3600,
			userMessage: message`Too many statements were sent from this address or network within the last hour. Try again in an hour, or write to the organiser.`,
		});
}
