import { and, eq, inArray } from 'drizzle-orm';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import { waitlistOffers } from '#server/db/tables/waitlist.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { getEntry, positionOf } from '#server/domain/waitlist/rows.ts';
import { waitlistLinkOf } from '#server/domain/waitlist/tokens.ts';
import { type WaitlistEntryProps, waitlistEntryMail } from '#server/emails/waitlist/entry.ts';
import { waitlistOffered } from '#server/emails/waitlist/offered.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type SourceOptions, source } from './source.ts';

/** An entry with its event, and the names of ticket types by id; or why there is nothing to say of it. */
async function readEntry(services: Services, ref: WaitlistScope, options: SourceOptions) {
	try {
		const { db } = services.database;
		const [entry, event] = await Promise.all([getEntry(db, ref), getWholeEvent(services, ref)]);
		if (options.isForSending && entry.email !== options.recipient)
			return { obsolete: 'Who waited was erased.' };
		const types = await db
			.select({ id: ticketTypes.id, name: ticketTypes.name })
			.from(ticketTypes)
			.where(
				and(eq(ticketTypes.organisationId, ref.organisationId), inArray(ticketTypes.id, entry.ticketTypeIds)),
			);
		return {
			entry,
			mailEvent: toMailEvent(services, event),
			names: new Map(types.map(({ id, name }) => [id, name])),
			link: options.showsSecrets ? waitlistLinkOf(services, entry) : null,
		};
	} catch (error) {
		if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND')
			return { obsolete: 'The entry or its event is gone.' };
		throw error;
	}
}

export const waitlistEntrySource = source({
	template: waitlistEntryMail,
	async load(services, ref: WaitlistScope & { change: WaitlistEntryProps['change'] }, options) {
		const data = await readEntry(services, ref, options);
		if ('obsolete' in data) return data;
		const { entry, mailEvent, names, link } = data;
		if (options.isForSending && ref.change === 'joined' && !['waiting', 'offered'].includes(entry.state))
			return { obsolete: 'They wait no more.' };
		return {
			event: mailEvent,
			change: ref.change,
			types: entry.ticketTypeIds.map((id) => names.get(id) ?? '').filter((name) => name !== ''),
			party: entry.party,
			position: await positionOf(services.database.db, entry),
			canKeep: entry.lapses < 2,
			link,
		};
	},
});

export const waitlistOfferedSource = source({
	template: waitlistOffered,
	async load(services, ref: WaitlistScope & { offerId: string }, options) {
		const data = await readEntry(services, ref, options);
		if ('obsolete' in data) return data;
		const { mailEvent, names, link } = data;
		const [offer] = await services.database.db
			.select()
			.from(waitlistOffers)
			.where(and(eq(waitlistOffers.organisationId, ref.organisationId), eq(waitlistOffers.id, ref.offerId)));
		if (!offer) return { obsolete: 'The offer is gone.' };
		if (options.isForSending && (offer.state !== 'open' || offer.expiresAt <= services.clock.now()))
			return { obsolete: 'The offer was taken or has ended.' };
		return {
			event: mailEvent,
			type: names.get(offer.ticketTypeId) ?? '',
			quantity: offer.quantity,
			until: offer.expiresAt,
			link,
		};
	},
});
