import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import type { OrderScope } from '../order-record.ts';

/** A ticket of an order. */
export interface TicketScope extends OrderScope {
	attendeeId: string;
}

/** A ticket that was transferred, as the link of whoever holds it names it. */
export interface HeldTicketScope extends TicketScope {
	holderVersion: number;
}

/** An offer of a ticket. */
export interface TransferScope extends TicketScope {
	transferId: string;
}

const holderPurpose = 'ticket-holder';
const transferPurpose = 'ticket-transfer';

interface Ticket {
	id: string;
	holderVersion: number | null;
}

/** The signed link of whoever holds a ticket that was transferred; null: the buyer of its order holds it. */
export const ticketTokenOf = (
	{ secret }: Pick<Services, 'secret'>,
	{ eventId }: { eventId: string },
	{ id, holderVersion }: Ticket,
): string | null =>
	holderVersion === null
		? null
		: makeSignedIds(secret, holderPurpose, { first: eventId, second: id, version: holderVersion });

/** The page of a ticket that was transferred; null: the buyer of its order holds it. */
export function ticketLinkOf(services: Services, scope: { eventId: string }, ticket: Ticket): string | null {
	const token = ticketTokenOf(services, scope, ticket);
	return token && `${services.config.appUrl}/ticket/${token}`;
}

/** The page on which an offer is accepted. */
export function transferLinkOf(
	{ secret, config }: Services,
	{ eventId, transferId }: { eventId: string; transferId: string },
): string {
	const token = makeSignedIds(secret, transferPurpose, { first: eventId, second: transferId, version: 1 });
	return `${config.appUrl}/transfer/${token}`;
}

/** The ticket behind a signed link: the signature, then the version, which each hand-over raises. */
export async function findTicketByToken(
	{ secret, database }: Services,
	token: string,
): Promise<HeldTicketScope | null> {
	const ids = readSignedIds(secret, holderPurpose, token);
	if (!ids) return null;
	const { rows } = await database.pool.query<HeldTicketScope>({
		name: 'orders.ticket-by-token',
		text: `SELECT a.organisation_id AS "organisationId", a.event_id AS "eventId", a.order_id AS "orderId", a.id AS "attendeeId",
				a.holder_version AS "holderVersion"
			FROM names n JOIN attendees a ON a.organisation_id = n.organisation_id AND a.event_id = $1::uuid
			WHERE n.kind = 'event' AND n.name = $1::uuid::text AND a.id = $2::uuid AND a.holder_version = $3`,
		values: [ids.first, ids.second, ids.version],
	});
	return rows[0] ?? null;
}

/** The offer behind a signed link, whatever became of it. */
export async function findTransferByToken(
	{ secret, database }: Services,
	token: string,
): Promise<TransferScope | null> {
	const ids = readSignedIds(secret, transferPurpose, token);
	if (!ids) return null;
	const { rows } = await database.pool.query<TransferScope>({
		name: 'orders.transfer-by-token',
		text: `SELECT f.organisation_id AS "organisationId", f.event_id AS "eventId", f.order_id AS "orderId", f.attendee_id AS "attendeeId",
				f.id AS "transferId"
			FROM names n JOIN ticket_transfers f ON f.organisation_id = n.organisation_id AND f.event_id = $1::uuid
			WHERE n.kind = 'event' AND n.name = $1::uuid::text AND f.id = $2::uuid`,
		values: [ids.first, ids.second],
	});
	return rows[0] ?? null;
}
