import type { Services } from '#server/services.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { ConnectionKind } from '#shared/rules/webhook-types.ts';
import { readMakers, rightsAt } from '../accounts/handing-on.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { type GuestDataState, guestDataState } from './guest-data.ts';
import type { OutboundMessage } from './message-body.ts';

/** A claim reserves a delivery for a worker for so long: longer than any call may take. */
export const claimSeconds = 60;
/** Calls to one connection side by side. */
const ofConnection = 4;
/** Calls to all connections of one organisation side by side: others have places left. */
const ofOrganisation = 20;
/** Lines that one chat message takes. */
const ofChat = 20;

/** A delivery that this worker may try now. */
export interface Claimed {
	organisationId: string;
	id: string;
	attempts: number;
	connectionId: string;
	kind: ConnectionKind;
	name: string;
	host: string;
	detail: 'thin' | 'full';
	/** Names and emails of the people concerned are wanted. */
	withGuests: boolean;
	/** Whether they are sent; known once it is clear what the maker of the connection may see. */
	guests: GuestDataState;
	sealedTarget: Buffer;
	sealedSecret: Buffer | null;
	sealedOldSecret: Buffer | null;
	oldSecretUntil: Date | null;
	failingSince: Date | null;
	createdBy: string;
	message: OutboundMessage;
}

/** Whether anything is due at all: what a worker without work asks. */
export async function hasDue({ database, clock }: Services): Promise<boolean> {
	const { rows } = await database.pool.query({
		name: 'integrations.has-due',
		text: `SELECT 1 FROM outbound_deliveries WHERE state = 'due' AND next_at <= $1 LIMIT 1`,
		values: [clock.now()],
	});
	return rows.length > 0;
}

/**
 * Claims due deliveries, some of each connection, so that none waits for another's backlog: four calls side by side for one that
 * works, one for one that fails, and for a chat, which takes one message of many lines.
 * @param busy calls of this worker under way, by connection
 * @param free how many more it may have
 */
export async function claimDue(
	{ database, clock }: Services,
	busy: ReadonlyMap<string, number>,
	free: number,
): Promise<Claimed[]> {
	const now = clock.now();
	const { rows } = await database.pool.query<
		Omit<Claimed, 'message' | 'guests'> &
			Omit<OutboundMessage, 'id' | 'organisationId'> & { messageId: string }
	>({
		name: 'integrations.claim',
		text: `
			WITH busy AS MATERIALIZED (
				SELECT c.organisation_id, c.id, b.calls FROM unnest($2::uuid[], $3::int[]) AS b(id, calls) JOIN connections c ON c.id = b.id
			), picked AS MATERIALIZED (
				SELECT organisation_id, id FROM (
				SELECT d.organisation_id, d.id, c.failing_since IS NOT NULL AS is_failing, d.next_at,
					row_number() OVER (PARTITION BY d.organisation_id ORDER BY c.failing_since IS NOT NULL, d.next_at)
						+ coalesce((SELECT sum(o.calls) FROM busy o WHERE o.organisation_id = d.organisation_id), 0) AS turn
				FROM connections c
				LEFT JOIN busy b ON b.id = c.id
				CROSS JOIN LATERAL (
					SELECT d.organisation_id, d.id, d.next_at FROM outbound_deliveries d
					WHERE d.organisation_id = c.organisation_id AND d.connection_id = c.id AND d.state = 'due' AND d.next_at <= $1
					ORDER BY d.next_at, d.id
					LIMIT CASE WHEN c.kind <> 'webhook' THEN CASE WHEN b.calls > 0 THEN 0 ELSE ${ofChat} END
						ELSE greatest(0, CASE WHEN c.failing_since IS NULL THEN ${ofConnection} ELSE 1 END - coalesce(b.calls, 0)) END
					FOR UPDATE SKIP LOCKED
				) d
				WHERE c.state = 'active' AND (c.not_before IS NULL OR c.not_before <= $1)
				) AS due
				-- In turns of four, so that those of one organisation still go together.
				WHERE turn <= ${ofOrganisation} ORDER BY (turn - 1) / ${ofConnection}, is_failing, next_at
				LIMIT $4
			)
			UPDATE outbound_deliveries d
			SET attempts = d.attempts + 1, next_at = $1::timestamptz + interval '${claimSeconds} seconds'
			FROM picked p, connections c, outbound_messages m
			WHERE d.organisation_id = p.organisation_id AND d.id = p.id
				AND c.organisation_id = d.organisation_id AND c.id = d.connection_id
				AND m.organisation_id = d.organisation_id AND m.id = d.message_id
			RETURNING d.organisation_id AS "organisationId", d.id, d.attempts, d.connection_id AS "connectionId", c.kind, c.name,
				c.host, c.detail, c.with_guests AS "withGuests", c.sealed_target AS "sealedTarget", c.sealed_secret AS "sealedSecret",
				c.sealed_old_secret AS "sealedOldSecret", c.old_secret_until AS "oldSecretUntil", c.failing_since AS "failingSince", c.created_by AS "createdBy",
				m.id AS "messageId", m.sequence::float8 AS sequence, m.type, m.event_id AS "eventId", m.occurred_at AS "occurredAt", m.payload,
				NOT ${isSandboxSql('d.organisation_id')} AS "isLive"`,
		values: [now, [...busy.keys()], [...busy.values()], free],
	});
	return rows.map(({ messageId, sequence, type, eventId, occurredAt, payload, isLive, ...rest }) => ({
		...rest,
		guests: null,
		message: {
			id: messageId,
			organisationId: rest.organisationId,
			...{ sequence, type, eventId, occurredAt, payload, isLive },
		},
	}));
}

/**
 * Drops what the makers of the connections may not see any more: it was made while they might.
 * @returns the others; of those that want guest data, whether it may be sent
 */
export async function dropWithheld(
	{ database, clock }: Services,
	claimed: readonly Claimed[],
): Promise<Claimed[]> {
	const makers = await readMakers(
		database.db,
		claimed.map(({ organisationId, createdBy: userId }) => ({ organisationId, userId })),
	);
	const sorted = claimed.map((one, index) => {
		const { type, eventId } = one.message;
		const rights = rightsAt(makers[index], eventId);
		const guests = one.withGuests && one.kind === 'webhook' ? guestDataState(one.message, rights) : null;
		return { one: { ...one, guests }, isAllowed: withinRights('message', [type], rights).length > 0 };
	});
	const withheld = sorted.filter(({ isAllowed }) => !isAllowed).map(({ one }) => one);
	if (withheld.length > 0)
		await database.pool.query({
			name: 'integrations.drop-withheld',
			text: `UPDATE outbound_deliveries d SET state = 'dropped', settled_at = $3
				FROM unnest($1::uuid[], $2::uuid[]) AS mine(organisation_id, id)
				WHERE d.organisation_id = mine.organisation_id AND d.id = ANY($2::uuid[]) AND d.id = mine.id AND d.state = 'due'`,
			values: [
				withheld.map(({ organisationId }) => organisationId),
				withheld.map(({ id }) => id),
				clock.now(),
			],
		});
	return sorted.filter(({ isAllowed }) => isAllowed).map(({ one }) => one);
}

/** Takes back claims whose calls were not made or not ended: as if they had not been claimed. */
export async function giveBack(
	{ database, clock }: Services,
	deliveries: readonly Pick<Claimed, 'organisationId' | 'id' | 'attempts'>[],
): Promise<void> {
	await database.pool.query({
		name: 'integrations.give-back',
		text: `UPDATE outbound_deliveries d SET attempts = d.attempts - 1, next_at = $4
			FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS mine(organisation_id, id, attempts)
			WHERE d.organisation_id = mine.organisation_id AND d.id = ANY($2::uuid[]) AND d.id = mine.id
				AND d.attempts = mine.attempts AND d.state = 'due'`,
		values: [
			deliveries.map(({ organisationId }) => organisationId),
			deliveries.map(({ id }) => id),
			deliveries.map(({ attempts }) => attempts),
			clock.now(),
		],
	});
}
