import type { Services } from '#server/services.ts';
import { findFundraiser } from '../fundraisers/rows.ts';
import type { News } from './make-messages.ts';
import {
	findGroupOfOrder,
	readAmount,
	readConsent,
	readEntry,
	readEvent,
	readGivenMinor,
	readGroup,
	readOrder,
	readOwn,
	readRefundRequest,
	readResale,
} from './read-objects.ts';

/** Deduplication keys: each is sent once, however often its fact is delivered or past messages are sent. */
export const sources = {
	order: (id: string) => `order:${id}`,
	payment: (id: string) => `payment:${id}`,
	refund: (id: string) => `refund:${id}`,
	payout: (id: string) => `payout:${id}`,
	giftCard: (id: string) => `gift-card:${id}`,
	withdrawal: (id: string) => `withdrawal:${id}`,
	message: (id: string) => `message:${id}`,
	report: (id: string) => `report:${id}`,
	checkIn: (id: string) => `check-in:${id}`,
	refundRequest: (id: string) => `refund-request:${id}`,
	/** Of an entry of a waitlist, or of an offer. */
	waitlist: (id: string) => `waitlist:${id}`,
	/** A consent can be given and end more than once. */
	consentGiven: (id: string, at: Date) => `consent:${id}:given:${at.getTime()}`,
	consentEnded: (id: string, at: Date | null) => `consent:${id}:ended:${at?.getTime() ?? 'erased'}`,
};

interface OrderScope {
	organisationId: string;
	eventId: string;
	orderId: string;
}

/** The event part of a message. */
export const eventOf =
	(services: Services, scope: { organisationId: string; eventId: string }, more: object = {}): News['read'] =>
	async () => {
		const event = await readEvent(services, scope);
		return event && { ids: { eventId: event.id }, object: { event, ...more } };
	};

/** The order part of a message, with its event. */
export const orderOf =
	(
		services: Services,
		scope: OrderScope,
		read: () => Promise<{ ids: object; object: object } | null> = async () => ({ ids: {}, object: {} }),
	): News['read'] =>
	async () => {
		const [event, order, more] = await Promise.all([
			readEvent(services, scope),
			readOrder(services, scope),
			read(),
		]);
		if (!event || !order || !more) return null;
		return {
			ids: { eventId: event.id, orderId: order.id, ...more.ids },
			object: { event, order, ...more.object },
		};
	};

/** A payment by gift card with its order and the card. */
export const giftCardUseOf = (
	services: Services,
	scope: OrderScope & { giftCardId: string; paymentId: string },
): News['read'] =>
	orderOf(services, scope, async () => {
		const { organisationId, giftCardId, paymentId } = scope;
		const [giftCard, payment] = await Promise.all([
			readOwn.giftCard(services, { organisationId, id: giftCardId }),
			readAmount(services, 'payments', { organisationId, id: paymentId }),
		]);
		return giftCard && payment && { ids: { giftCardId, paymentId }, object: { giftCard, payment } };
	});

/** A payment or refund with its order. */
export const amountOf = (
	services: Services,
	name: 'payment' | 'refund',
	scope: OrderScope & { id: string },
): News['read'] =>
	orderOf(services, scope, async () => {
		const found = await readAmount(services, `${name}s`, scope);
		return found && { ids: { [`${name}Id`]: found.id }, object: { [name]: found } };
	});

/** A request for a refund with its order. */
export const refundRequestOf = (
	services: Services,
	scope: OrderScope & { requestId: string },
): News['read'] =>
	orderOf(services, scope, async () => {
		const refundRequest = await readRefundRequest(services, scope);
		if (!refundRequest) return null;
		const { id: refundRequestId, attendeeIds } = refundRequest;
		return { ids: { refundRequestId, attendeeIds }, object: { refundRequest, attendeeIds } };
	});

/** The gifts of an order. */
export const donationOf = (services: Services, scope: OrderScope): News['read'] =>
	orderOf(services, scope, async () => ({
		ids: {},
		object: { donation: { amountMinor: await readGivenMinor(services, scope) } },
	}));

/** A fundraiser that has raised its goal, with its event. */
export const goalOf =
	(services: Services, scope: { organisationId: string; eventId: string; goalMinor: number }): News['read'] =>
	async () => {
		const [event, fundraiser] = await Promise.all([
			readEvent(services, scope),
			findFundraiser(services.database.db, scope),
		]);
		if (!event || !fundraiser) return null;
		const { goalMinor } = scope;
		return {
			ids: { eventId: event.id, goalMinor },
			object: { event, fundraiser: { goalMinor, currency: fundraiser.currency } },
		};
	};

/** A ticket that is resold, with the order that it is of. */
export const resaleOf = (services: Services, scope: OrderScope & { listingId: string }): News['read'] =>
	orderOf(services, scope, async () => {
		const resale = await readResale(services, scope);
		return resale && { ids: { resaleId: resale.id, attendeeId: resale.attendeeId }, object: { resale } };
	});

/** An entry of a waitlist with its event, and an offer of it. */
export const entryOf =
	(
		services: Services,
		scope: { organisationId: string; eventId: string; entryId: string; offerId: string | undefined },
	): News['read'] =>
	async () => {
		const [event, found] = await Promise.all([readEvent(services, scope), readEntry(services, scope)]);
		if (!event || !found) return null;
		const { entry, offer } = found;
		return {
			ids: { eventId: event.id, entryId: entry.id, ...(offer && { offerId: offer.id }) },
			object: { event, entry, ...(offer && { offer }) },
		};
	};

/** An offer of a waitlist with the order that took it. */
export const takenOfferOf = (
	services: Services,
	scope: OrderScope & { entryId: string; offerId: string },
): News['read'] =>
	orderOf(services, scope, async () => {
		const found = await readEntry(services, scope);
		return found && { ids: { entryId: scope.entryId, offerId: scope.offerId }, object: found };
	});

/** A group with its event. */
export const groupOf =
	(services: Services, scope: { organisationId: string; eventId: string; groupId: string }): News['read'] =>
	async () => {
		const [event, group] = await Promise.all([readEvent(services, scope), readGroup(services, scope)]);
		return event && group && { ids: { eventId: event.id, groupId: group.id }, object: { event, group } };
	};

/** A place of a group that was claimed, with its order. @param claimed null: what the order claimed, if it did */
export const claimOf = (
	services: Services,
	scope: OrderScope,
	claimed: { groupId: string; attendeeIds: string[] } | null,
): News['read'] =>
	orderOf(services, scope, async () => {
		const claim = claimed ?? (await findGroupOfOrder(services, scope));
		const group = claim && (await readGroup(services, { ...scope, groupId: claim.groupId }));
		if (!claim || !group) return null;
		const { attendeeIds } = claim;
		return { ids: { groupId: group.id, attendeeIds }, object: { group, attendeeIds } };
	});

/** What an organisation has that belongs to no event. */
export const ownOf =
	<Name extends keyof typeof readOwn>(
		services: Services,
		name: Name,
		scope: { organisationId: string; id: string },
	): News['read'] =>
	async () => {
		const found = await readOwn[name](services, scope);
		return found && { ids: { [`${name}Id`]: scope.id }, object: { [name]: found } };
	};

/**
 * A consent as it is now. A consent that was given and has ended since is not reported as given, and vice versa. After erasure only its
 * id is left.
 */
export const consentOf =
	(
		services: Services,
		{
			organisationId,
			followerId,
			change,
		}: { organisationId: string; followerId: string; change: 'given' | 'ended' },
	): News['read'] =>
	async () => {
		const found = await readConsent(services, { organisationId, id: followerId });
		const ids = { consentId: followerId };
		if (!found)
			return change === 'given'
				? null
				: {
						...{ ids, source: sources.consentEnded(followerId, null) },
						object: {
							consent: {
								...{
									id: followerId,
									state: 'left',
									cameFrom: null,
									text: null,
									consentedAt: null,
									confirmedAt: null,
								},
								...{ endedAt: services.clock.now(), endedBy: 'erasure', eventId: null },
							},
						},
					};
		const isGiven = found.state === 'confirmed' && found.confirmedAt !== null;
		if (isGiven !== (change === 'given')) return null;
		const source = isGiven
			? sources.consentGiven(followerId, found.confirmedAt as Date)
			: sources.consentEnded(followerId, found.endedAt ?? found.consentedAt);
		// One that is requested anew has ended before.
		const consent = isGiven ? found : { ...found, state: 'left' };
		return { ids, object: { consent }, source };
	};
