import { sql } from 'drizzle-orm';
import { findGiftAidCharity } from '#server/domain/documents/gift-settings.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { enterDeclaration, giftAidClosed } from '#server/domain/orders/gift-aid/declarations.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { enterGiftAidDeclaration as contract } from '#shared/contracts/gift-aid.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getDonation } from '../rows.ts';

const dayInUk = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at);

/** The same day four years later. */
const inFourYears = (day: string) => `${Number(day.slice(0, 4)) + 4}${day.slice(4)}`;

/**
 * Enters a declaration that the donor of a donation made on paper, also for donations of before.
 * @returns its id
 * @throws not-found, `gift-aid-closed`, `declaration-there`, VALIDATION_FAILED for a day in the future or four years after the donation
 */
export async function enterPaperDeclaration(
	services: Services,
	scope: EventScope & { donationId: string },
	{ input, userId }: { input: BodyOf<typeof contract>; userId: string },
): Promise<string> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		await tx.execute(sql`
			SELECT FROM donations WHERE organisation_id = ${scope.organisationId} AND id = ${scope.donationId} FOR NO KEY UPDATE`);
		const donation = await getDonation(tx, scope);
		const { organisationId, eventId, orderId, currency, donorEmail: email } = donation;
		const charity = await findGiftAidCharity(tx, { organisationId, currency, now });
		if (charity === null) throw giftAidClosed();
		if (donation.refundedMinor >= donation.amountMinor)
			throw ruleViolation('nothing-to-declare', message`Nothing of this donation is left.`);
		if (input.madeOn > dayInUk(now)) throw fieldError('madeOn', message`This day is in the future.`);
		if (input.madeOn > inFourYears(donation.receivedOn ?? dayInUk(donation.createdAt)))
			throw fieldError('madeOn', message`A declaration is made at most 4 years after the donation.`);
		const donationId = donation.id;
		const entered = { organisationId, eventId, orderId, donationId, email, charity, enteredBy: userId };
		const id = await enterDeclaration(tx, { ...input, ...entered });
		if (id === null)
			throw ruleViolation('declaration-there', message`This donation has a Gift Aid declaration already.`);
		return id;
	});
}
