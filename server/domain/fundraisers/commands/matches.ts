import { and, count, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { donationMatches, fundraisers } from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { post, reversed, type Transfer } from '#server/domain/ledger/post.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	addMatch as addContract,
	updateMatch as updateContract,
} from '#shared/contracts/fundraisers.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MAX_MATCHES } from '#shared/rules/fundraisers.ts';
import { lockFundraiser, type MatchRow, ofFundraiser } from '../rows.ts';
import { announceGoal } from './announce-goal.ts';

type MatchScope = EventScope & { matchId: string };

const ofMatch = (scope: MatchScope) =>
	and(isOfEvent(donationMatches, scope), eq(donationMatches.id, scope.matchId));

/** Holds a sponsor: donations wait. @throws not-found */
async function lockMatch(tx: Tx, scope: MatchScope): Promise<MatchRow> {
	const [row] = await tx.select().from(donationMatches).where(ofMatch(scope)).for('no key update');
	if (!row) throw notFound('Match');
	return row;
}

/**
 * Adds a sponsor, whose cap counts from the next donation on.
 * @throws not-found without a fundraiser, `too-many-matches`, VALIDATION_FAILED for an end that has passed
 */
export async function addMatch(
	services: Services,
	scope: EventScope,
	input: BodyOf<typeof addContract>,
): Promise<MatchRow> {
	const endsAt = input.endsAt === null ? null : new Date(input.endsAt);
	if (endsAt && endsAt <= services.clock.now()) throw fieldError('endsAt', message`This time has passed.`);
	return services.database.transaction(async (tx) => {
		const fundraiser = await lockFundraiser(tx, scope);
		if (!fundraiser) throw notFound('Fundraiser');
		const [made] = await tx
			.select({ number: count() })
			.from(donationMatches)
			.where(isOfEvent(donationMatches, scope));
		if ((made?.number ?? 0) >= MAX_MATCHES)
			throw ruleViolation('too-many-matches', message`A fundraiser has at most ${MAX_MATCHES} sponsors.`);
		const { sponsor, ratioBasisPoints, capMinor } = input;
		const [row] = await tx
			.insert(donationMatches)
			.values({
				id: newId(),
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				currency: fundraiser.currency,
				...{ sponsor, ratioBasisPoints, capMinor, endsAt },
			})
			.returning();
		return row as MatchRow;
	});
}

/**
 * Changes the name, the cap or the end of a sponsor.
 * @throws not-found, VALIDATION_FAILED for a cap below what is matched
 */
export async function updateMatch(
	services: Services,
	scope: MatchScope,
	input: BodyOf<typeof updateContract>,
): Promise<MatchRow> {
	return services.database.transaction(async (tx) => {
		const before = await lockMatch(tx, scope);
		const { sponsor = before.sponsor, capMinor = before.capMinor } = input;
		if (capMinor < before.usedMinor)
			throw fieldError('capMinor', message`More than this is matched already.`);
		const given = input.endsAt ? new Date(input.endsAt) : input.endsAt === null ? null : before.endsAt;
		// Matching ends with its start at the earliest.
		const endsAt = given && given < before.startsAt ? before.startsAt : given;
		const [row] = await tx
			.update(donationMatches)
			.set({ sponsor, capMinor, endsAt, version: before.version + 1 })
			.where(ofMatch(scope))
			.returning();
		return row as MatchRow;
	});
}

const receipt = (amountMinor: number): Transfer => ({
	kind: 'match_payment',
	debit: 'bank',
	credit: 'match_pledged',
	amountMinor,
});

/**
 * Records how much a sponsor has paid in all: what is more than before came in, what is less is taken back.
 * @throws not-found, VALIDATION_FAILED for more than is matched
 */
export async function receiveMatch(
	services: Services,
	scope: MatchScope,
	how: { receivedMinor: number; userId: string },
): Promise<MatchRow> {
	return services.database.transaction(async (tx) => {
		// The fundraiser before its sponsors, as donations hold them.
		await lockFundraiser(tx, scope);
		const before = await lockMatch(tx, scope);
		const moreMinor = how.receivedMinor - before.receivedMinor;
		if (moreMinor > 0 && how.receivedMinor > before.usedMinor)
			throw fieldError('receivedMinor', message`This is more than was matched.`);
		if (moreMinor === 0) return before;
		const transfers = [receipt(Math.abs(moreMinor))];
		await post(tx, [
			{
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				subjectId: before.id,
				sourceKind: 'match_received',
				sourceId: newId(),
				currency: before.currency,
				madeBy: how.userId,
				transfers: moreMinor > 0 ? transfers : reversed(transfers),
			},
		]);
		await tx
			.update(fundraisers)
			.set({
				raisedMinor: sql`${fundraisers.raisedMinor} + ${moreMinor}`,
				matchReceivedMinor: sql`${fundraisers.matchReceivedMinor} + ${moreMinor}`,
			})
			.where(ofFundraiser(scope));
		await announceGoal(services, tx, scope);
		const [row] = await tx
			.update(donationMatches)
			.set({ receivedMinor: how.receivedMinor, version: before.version + 1 })
			.where(ofMatch(scope))
			.returning();
		return row as MatchRow;
	});
}
