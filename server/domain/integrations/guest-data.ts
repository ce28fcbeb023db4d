import type { Services } from '#server/services.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import {
	type GuestData,
	type GuestOfMessage,
	mostGuestsOfMessage,
	type PersonOfMessage,
} from '#shared/rules/webhook-guests.ts';
import { ERASED_NAME } from '../settings/personal-data/erase-account.ts';
import type { OutboundMessage } from './message-body.ts';

/*
 * Names and emails of the people whom a message is about. They are in no queue and no log: they are read when a message is sent or looked
 * at, from what the ids of the message name, and go with the body alone.
 */

/**
 * Whether a body has guest data, or would if the creator of the connection might see it. Null: not requested, or the message concerns no
 * person.
 */
export type GuestDataState = 'included' | 'withheld' | null;

/** A message to read guest data of, under the id of its delivery. */
export interface GuestQuestion {
	id: string;
	message: OutboundMessage;
}

type Named =
	| {
			kind: 'guests';
			eventId: string;
			buyerOf?: string;
			allOf?: string;
			attendeeIds?: string[];
			entryId?: string;
	  }
	| { kind: 'person'; followerId: string };

interface Ids {
	orderId?: string;
	attendeeId?: string;
	attendeeIds?: string[];
	checkInId?: string;
	refundId?: string;
	entryId?: string;
	/** The id of the follower. */
	consentId?: string;
}

/**
 * Whom a message names, by the ids of its payload, whatever its type. An order stands for its buyer and its valid tickets, named tickets
 * for their guests; who scanned one is not sent its buyer, and money that is given or goes back is the buyer's alone.
 */
function whomItNames({ eventId, payload }: Pick<OutboundMessage, 'eventId' | 'payload'>): Named | null {
	const ids = payload.ids as Ids;
	if (ids.consentId) return { kind: 'person', followerId: ids.consentId };
	if (eventId === null) return null;
	const base = { kind: 'guests', eventId } as const;
	if (ids.entryId) return { ...base, entryId: ids.entryId };
	const attendeeIds = ids.attendeeIds ?? (ids.attendeeId ? [ids.attendeeId] : undefined);
	const { orderId } = ids;
	if (attendeeIds) return { ...base, attendeeIds, ...(orderId && !ids.checkInId && { buyerOf: orderId }) };
	if (!orderId) return null;
	const isMoney = ids.refundId !== undefined || 'donation' in payload.object;
	return { ...base, buyerOf: orderId, ...(!isMoney && { allOf: orderId }) };
}

/**
 * Whether guest data of a message may be shown to a member.
 * @param rights their rights at the event of the message; null: no access
 * @returns null if the message concerns no person
 */
export function guestDataState(
	message: Pick<OutboundMessage, 'eventId' | 'payload'>,
	rights: MemberRights | null,
): GuestDataState {
	const named = whomItNames(message);
	if (!named) return null;
	const maySee =
		named.kind === 'person'
			? rights !== null && memberCan(rights, 'followers.view')
			: withinRights('guestData', ['guests'], rights).length > 0;
	return maySee ? 'included' : 'withheld';
}

/**
 * Reads the current details of the people concerned by messages, with one statement per kind, however many messages there are.
 * @returns by delivery id; nothing for messages that concern no person
 */
export async function readGuestData(
	services: Services,
	questions: readonly GuestQuestion[],
): Promise<Map<string, GuestData>> {
	const requests = questions.flatMap(({ id, message }) => {
		const named = whomItNames(message);
		return named ? [{ id, organisationId: message.organisationId, named }] : [];
	});
	const [buyers, ofOrders, tickets, waiting, followers] = await Promise.all([
		find<Found>(services, statements.buyers, requests, ({ named }) =>
			named.kind === 'guests' && named.buyerOf ? [named.buyerOf] : [],
		),
		find<FoundGuest>(services, statements.guestsOfOrders, requests, ({ named }) =>
			named.kind === 'guests' && named.allOf ? [named.allOf] : [],
		),
		find<FoundGuest>(services, statements.guests, requests, ({ named }) =>
			named.kind === 'guests' ? (named.attendeeIds ?? []).slice(0, mostGuestsOfMessage) : [],
		),
		find<Found>(services, statements.waiting, requests, ({ named }) =>
			named.kind === 'guests' && named.entryId ? [named.entryId] : [],
		),
		find<Found>(services, statements.followers, requests, ({ named }) =>
			named.kind === 'person' ? [named.followerId] : [],
		),
	]);
	const personOf = (found: Found[] | undefined) => present(found)[0] ?? null;
	return new Map(
		requests.map(({ id, named }): [string, GuestData] => {
			if (named.kind === 'person') return [id, { person: personOf(followers.get(id)) }];
			const found = [...(ofOrders.get(id) ?? []), ...(tickets.get(id) ?? [])];
			const waits = present(waiting.get(id)).map((one) => ({ attendeeId: null, ...one, ticketType: null }));
			const all = named.attendeeIds?.length ?? found[0]?.total ?? 0;
			return [
				id,
				{
					guests: [...presentGuests(found), ...waits],
					guestsLeftOut: Math.max(0, all - mostGuestsOfMessage),
					buyer: personOf(buyers.get(id)),
				},
			];
		}),
	);
}

interface Found {
	deliveryId: string;
	name: string;
	email: string;
}
interface FoundGuest extends Found {
	attendeeId: string;
	ticketType: string;
	/** Of an order: how many there are. */
	total?: number;
}

const isThere = ({ name, email }: Found) => name !== ERASED_NAME || email !== '';
const personOfRow = ({ name, email }: Found): PersonOfMessage => ({ name, email: email || null });
const present = (found: readonly Found[] = []) => found.filter(isThere).map(personOfRow);
const presentGuests = (found: readonly FoundGuest[]): GuestOfMessage[] =>
	found
		.filter(isThere)
		.map((row) => ({ attendeeId: row.attendeeId, ...personOfRow(row), ticketType: row.ticketType }));

type GuestDataRequest = { id: string; organisationId: string; named: Named };

/** Reads what `idsOf` names of each message; asks nothing where it names nothing. */
async function find<Row extends Found>(
	{ database }: Services,
	statement: { name: string; text: string },
	requests: readonly GuestDataRequest[],
	idsOf: (one: GuestDataRequest) => string[],
): Promise<Map<string, Row[]>> {
	const named = requests.flatMap((one) => idsOf(one).map((id) => ({ one, id })));
	if (named.length === 0) return new Map();
	const { rows } = await database.pool.query<Row>({
		...statement,
		values: [
			named.map(({ one }) => one.id),
			named.map(({ one }) => one.organisationId),
			named.map(({ one }) => (one.named.kind === 'guests' ? one.named.eventId : null)),
			named.map(({ id }) => id),
		],
	});
	return Map.groupBy(rows, ({ deliveryId }) => deliveryId);
}

/** $1 deliveries, $2 organisations, $3 events, $4 ids of what is read */
const asking =
	'unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS requests(delivery_id, organisation_id, event_id, id)';
const guestColumns = 'a.id AS "attendeeId", a.name, a.email, t.name AS "ticketType"';
const withType = `ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id`;

const statements = {
	buyers: {
		name: 'integrations.buyers-of-messages',
		text: `SELECT requests.delivery_id AS "deliveryId", o.buyer_name AS name, o.buyer_email AS email
			FROM ${asking} JOIN orders o ON o.organisation_id = requests.organisation_id AND o.event_id = requests.event_id AND o.id = requests.id`,
	},
	// Add-ons are no guests.
	guestsOfOrders: {
		name: 'integrations.guests-of-orders',
		text: `SELECT requests.delivery_id AS "deliveryId", g.* FROM ${asking}
			CROSS JOIN LATERAL (
				SELECT ${guestColumns}, (count(*) OVER ())::int AS total FROM attendees a JOIN ${withType} AND t.is_admission
				WHERE a.organisation_id = requests.organisation_id AND a.event_id = requests.event_id AND a.order_id = requests.id
					AND a.status = 'active'
				ORDER BY a.id LIMIT ${mostGuestsOfMessage}
			) g
			ORDER BY requests.delivery_id, g."attendeeId"`,
	},
	guests: {
		name: 'integrations.guests-of-messages',
		text: `SELECT requests.delivery_id AS "deliveryId", ${guestColumns} FROM ${asking}
			JOIN attendees a ON a.organisation_id = requests.organisation_id AND a.event_id = requests.event_id AND a.id = requests.id
			JOIN ${withType}
			ORDER BY requests.delivery_id, a.id`,
	},
	waiting: {
		name: 'integrations.waiting-of-messages',
		text: `SELECT requests.delivery_id AS "deliveryId", w.name, w.email FROM ${asking}
			JOIN waitlist_entries w ON w.organisation_id = requests.organisation_id AND w.event_id = requests.event_id AND w.id = requests.id`,
	},
	followers: {
		name: 'integrations.followers-of-messages',
		text: `SELECT requests.delivery_id AS "deliveryId", f.name, f.email FROM ${asking}
			JOIN followers f ON f.organisation_id = requests.organisation_id AND f.id = requests.id`,
	},
};
