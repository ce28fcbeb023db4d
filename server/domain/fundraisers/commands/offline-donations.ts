import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { donations, fundraisers } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { post, reversed, type Transfer } from '#server/domain/ledger/post.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { addDonation as contract } from '#shared/contracts/fundraisers.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { amountStep } from '#shared/rules/pricing/chargeable.ts';
import { cancelDonationReceipt } from '../receipts.ts';
import { type DonationRow, getDonation, lockFundraiser, ofFundraiser } from '../rows.ts';
import { announceGoal } from './announce-goal.ts';
import { matchDonations, returnMatches } from './match-donations.ts';

const transfersOf = ({ way, amountMinor }: Pick<DonationRow, 'way' | 'amountMinor'>): Transfer[] => [
	{ kind: 'gift', debit: way === 'cash' ? 'cash' : 'bank', credit: 'gifts', amountMinor },
];

/** Moves the thermometer by an offline donation. */
async function count(tx: Tx, scope: EventScope, amountMinor: number, donors: 1 | -1): Promise<void> {
	await tx
		.update(fundraisers)
		.set({
			raisedMinor: sql`${fundraisers.raisedMinor} + ${amountMinor}`,
			offlineMinor: sql`${fundraisers.offlineMinor} + ${amountMinor}`,
			donors: sql`${fundraisers.donors} + ${donors}`,
		})
		.where(ofFundraiser(scope));
}

/**
 * Records a donation that came another way, and writes it into the books.
 * @returns its id
 * @throws not-found without a fundraiser, VALIDATION_FAILED for a day in the future
 */
export async function addDonation(
	services: Services,
	scope: EventScope,
	how: { input: BodyOf<typeof contract>; userId: string },
): Promise<string> {
	const { input, userId } = how;
	// A day ahead is today somewhere.
	if (Date.parse(input.receivedOn) > services.clock.now().getTime() + 86_400_000)
		throw fieldError('receivedOn', message`This day is in the future.`);
	const id = newId();
	await services.database.transaction(async (tx) => {
		const row = await lockFundraiser(tx, scope);
		if (!row) throw notFound('Fundraiser');
		if (input.amountMinor % amountStep(row.currency) !== 0)
			throw fieldError('amountMinor', message`Amounts in ${row.currency} are whole.`);
		await tx.insert(donations).values({
			id,
			organisationId: scope.organisationId,
			eventId: scope.eventId,
			source: 'offline',
			currency: row.currency,
			createdBy: userId,
			...input,
		});
		await post(tx, [
			{
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				subjectId: id,
				sourceKind: 'donation',
				sourceId: id,
				currency: row.currency,
				madeBy: userId,
				transfers: transfersOf(input),
			},
		]);
		await count(tx, scope, input.amountMinor, 1);
		if (row.state === 'live')
			await matchDonations(tx, scope, [{ id, amountMinor: input.amountMinor, currency: row.currency }]);
		await announceGoal(services, tx, scope);
	});
	return id;
}

/**
 * Takes back an offline donation: it stays in the list, refunded whole, and the books take it back. A second time changes nothing.
 * @throws not-found, `donation-online`
 */
export async function removeDonation(
	services: Services,
	scope: EventScope & { donationId: string },
	userId: string,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockFundraiser(tx, scope);
		const row = await getDonation(tx, scope);
		if (row.source === 'online')
			throw ruleViolation('donation-online', message`Refund this donation with its order.`);
		const changed = await tx
			.update(donations)
			.set({ refundedMinor: sql`${donations.amountMinor}` })
			.where(
				and(
					eq(donations.organisationId, scope.organisationId),
					eq(donations.id, row.id),
					eq(donations.refundedMinor, 0),
				),
			)
			.returning({ id: donations.id });
		if (changed.length === 0) return;
		await post(tx, [
			{
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				subjectId: row.id,
				sourceKind: 'donation_removed',
				sourceId: row.id,
				currency: row.currency,
				madeBy: userId,
				transfers: reversed(transfersOf(row)),
			},
		]);
		await cancelDonationReceipt(services, tx, row);
		await count(tx, scope, -row.amountMinor, -1);
		await returnMatches(tx, scope, [row.id]);
	});
}
