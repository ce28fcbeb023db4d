import type { EventScope } from '#server/domain/event-scope.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { getDeclaration } from '#server/domain/fundraisers/gift-aid/declaration-list.ts';
import { getDonation } from '#server/domain/fundraisers/rows.ts';
import { findReplyTo, getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { giftAidRecord } from '#server/emails/fundraisers/gift-aid-record.ts';
import { source } from './source.ts';

/** The written record of a declaration that a donor made by word of mouth. */
export const giftAidRecordSource = source({
	template: giftAidRecord,
	async load(services, ref: EventScope & { donationId: string; declarationId: string }, options) {
		const { db } = services.database;
		const { organisationId } = ref;
		const declaration = await getDeclaration(services, ref);
		if (options.isForSending && declaration.cancelled) return { obsolete: 'The declaration was cancelled.' };
		if (options.isForSending && declaration.email !== options.recipient)
			return { obsolete: 'The donor was erased.' };
		const [event, donation, seller, replyTo] = await Promise.all([
			getWholeEvent(services, ref),
			getDonation(db, ref),
			getOrganisationSettings(db, organisationId),
			findReplyTo(db, organisationId),
		]);
		return {
			event: toMailEvent(services, event),
			charity: { name: seller.legalName || seller.name, address: seller.address },
			canReply: replyTo !== null,
			declaration: {
				...declaration,
				madeOn: dayAt(declaration.madeOn),
				sentOn: dayAt(declaration.recordSentOn ?? declaration.madeOn),
			},
			donation: {
				amountMinor: donation.amountMinor,
				currency: donation.currency,
				givenAt: donation.receivedOn ? dayAt(donation.receivedOn) : donation.createdAt,
			},
		};
	},
});

/** Noon, so that it is the same day in the United Kingdom all year. */
const dayAt = (day: string) => new Date(`${day}T12:00:00Z`);
