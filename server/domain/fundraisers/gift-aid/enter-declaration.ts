import { sql } from 'drizzle-orm';
import { findGiftAidCharity } from '#server/domain/documents/gift-settings.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { enterDeclaration, giftAidClosed } from '#server/domain/orders/gift-aid/declarations.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { enterGiftAidDeclaration as contract } from '#shared/contracts/gift-aid.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { GIFT_AID_PAST_YEARS } from '#shared/rules/periods.ts';
import { type DonationRow, getDonation } from '../rows.ts';

type Input = BodyOf<typeof contract>;

const dayInUk = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at);

/** The same day four years later. */
const inFourYears = (day: string) => `${Number(day.slice(0, 4)) + 4}${day.slice(4)}`;

/** How a declaration by word of mouth is proven, checked. @throws VALIDATION_FAILED */
function readRecord(input: Input, { donorEmail }: DonationRow, today: string) {
	const { oralRecord = null, recordSentOn } = input;
	if (oralRecord !== 'letter' && recordSentOn !== undefined)
		throw fieldError('recordSentOn', message`Only a letter has a day on which you sent it.`);
	if (oralRecord === 'email' && donorEmail === '')
		throw fieldError('oralRecord', message`This donation has no email. Send the record by letter.`);
	if (oralRecord !== 'letter') return { oralRecord, recordSentOn: oralRecord === 'email' ? today : null };
	if (recordSentOn === undefined)
		throw fieldError('recordSentOn', message`Enter the day on which you sent the letter.`);
	if (recordSentOn > today) throw fieldError('recordSentOn', message`This day is in the future.`);
	if (recordSentOn < input.madeOn)
		throw fieldError('recordSentOn', message`The letter is sent once the declaration is made.`);
	return { oralRecord, recordSentOn };
}

/**
 * Enters a declaration that the donor of a donation made on paper or by word of mouth, also for donations of before. By word of mouth it
 * needs proof: a recording, or a written record that the donor gets and can cancel it with for 30 days. The record by email is sent by this.
 * @returns its id
 * @throws not-found, `gift-aid-closed`, `nothing-to-declare`, `declaration-there`, VALIDATION_FAILED for a day in the future or four years
 * after the donation, and for a record that cannot have been sent
 */
export async function enterDeclarationOfDonor(
	services: Services,
	scope: EventScope & { donationId: string },
	{ input, userId }: { input: Input; userId: string },
): Promise<string> {
	const now = services.clock.now();
	const today = dayInUk(now);
	return services.database.transaction(async (tx) => {
		await tx.execute(sql`
			SELECT FROM donations WHERE organisation_id = ${scope.organisationId} AND id = ${scope.donationId} FOR NO KEY UPDATE`);
		const donation = await getDonation(tx, scope);
		const { organisationId, eventId, orderId, currency, donorEmail: email } = donation;
		const charity = await findGiftAidCharity(tx, { organisationId, currency, now });
		if (charity === null) throw giftAidClosed();
		if (donation.refundedMinor >= donation.amountMinor)
			throw ruleViolation('nothing-to-declare', message`Nothing of this donation is left.`);
		if (input.madeOn > today) throw fieldError('madeOn', message`This day is in the future.`);
		if (input.madeOn > inFourYears(donation.receivedOn ?? dayInUk(donation.createdAt)))
			throw fieldError(
				'madeOn',
				message`A declaration is made at most ${GIFT_AID_PAST_YEARS} years after the donation.`,
			);
		const record = readRecord(input, donation, today);
		const donationId = donation.id;
		const entered = { organisationId, eventId, orderId, donationId, email, charity, enteredBy: userId };
		const id = await enterDeclaration(tx, { ...input, ...entered, ...record });
		if (id === null)
			throw ruleViolation('declaration-there', message`This donation has a Gift Aid declaration already.`);
		if (record.oralRecord === 'email') {
			const fact = {
				name: 'fundraisers.declaration-recorded' as const,
				payload: { donationId, declarationId: id },
			};
			await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
		}
		return id;
	});
}
