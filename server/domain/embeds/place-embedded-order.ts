import { getVisibleEvent } from '#server/domain/events/access.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { sellingEvent } from '#server/domain/orders/selling-event.ts';
import type { Services } from '#server/services.ts';
import type { placeEmbeddedOrder as contract } from '#shared/contracts/embeds.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { hostOf, writeCameBy } from '#shared/rules/came-by.ts';
import { publicAgeMs } from './embedded-event.ts';

/** Whoever calls from another site is a stranger. */
const stranger = { caller: undefined, eventAccess: undefined };

/** No quote has this hash, so that the sale refuses whatever has a price by then, and says `price-changed`. */
const noPrice = 'nothing-to-pay';

/**
 * Of a key that came with a call. The blank cannot be in a header, so no other endpoint finds the order by its key, and none answers
 * its manage link to whoever knows the key: the page around the element does.
 */
const embeddedKey = (key: string) => `embed ${key}`;

/** Where the buyer came from: the host of the page around; what is no host is left out. */
const cameByOf = (site: string) =>
	writeCameBy({
		source: hostOf(`https://${site.replace(/^https?:\/\//, '')}`, ''),
		medium: 'embed',
		campaign: '',
		link: '',
	});

/**
 * Registers from another site for what costs nothing. The answer opens nothing: tickets and the manage link go to the buyer by email.
 * @param call.idempotencyKey repeated with the same body it answers the same order
 * @param call.address of the caller, whose network holds only so many places without money
 * @throws AppError not-found; RESOURCE_ACCESS_DENIED for an event behind a password; BUSINESS_RULE_VIOLATION with the rule `email-needed`,
 *   `price-changed` for anything with a price, and what `placeOrder` throws
 */
export async function placeEmbeddedOrder(
	services: Services,
	body: BodyOf<typeof contract>,
	call: { idempotencyKey: string; address: string },
): Promise<ResultOf<typeof contract>> {
	const { event, buyer, items, site, locale } = body;
	const stock = await sellingEvent(services, event, stranger, { maxAgeMs: publicAgeMs });
	// A draft that was put away was never shown.
	if (stock.status === 'archived') await getVisibleEvent(services, stock.eventId, stranger);
	if (!services.mailer.canSend)
		throw ruleViolation(
			'email-needed',
			message`Register on the event page instead: your tickets can’t be emailed right now.`,
		);
	const order = await placeOrder(services, {
		organisationId: stock.organisationId,
		eventId: stock.eventId,
		buyer,
		items,
		locale,
		cameBy: cameByOf(site),
		quoteHash: noPrice,
		idempotencyKey: embeddedKey(call.idempotencyKey),
		address: call.address,
	});
	return { code: order.code, status: order.status, tickets: order.attendees.length };
}
