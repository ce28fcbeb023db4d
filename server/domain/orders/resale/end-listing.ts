import { lockPlaces } from '#server/domain/tickets/places.ts';
import { withdrawListing } from '#server/domain/waitlist/resale-listings.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockTicket } from '../transfers/rows.ts';
import type { TicketScope } from '../transfers/tokens.ts';
import { publishResale } from './rows.ts';

/**
 * Stops offering a ticket for resale. One that is not for sale stays as it is.
 * @throws not-found; `resale-in-progress`: somebody is offered it or pays for it
 */
export async function endListing(services: Services, scope: TicketScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockTicket(tx, scope);
		await lockPlaces(tx, scope);
		const listing = await withdrawListing(tx, scope, scope.attendeeId);
		if (!listing) return;
		if (listing.isTaken)
			throw new AppError('BUSINESS_RULE_VIOLATION', {
				status: 409,
				userMessage: message`Someone is offered this ticket or pays for it right now. Try again later.`,
				metadata: { rule: 'resale-in-progress' },
			});
		await publishResale(services, tx, scope, { listingId: listing.id, state: 'withdrawn' });
	});
}
