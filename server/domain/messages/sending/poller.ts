import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { beginMessage } from './begin-message.ts';
import { type DueMessage, sendSome } from './send-some.ts';

const name = 'messages.send';
const perRound = 100;

/** An organisation that an administrator locked sends nothing until it is unlocked. */
export const isNotLocked = `NOT EXISTS (SELECT FROM organisation_marks k WHERE k.organisation_id = m.organisation_id AND k.suspended_at IS NOT NULL)`;

/** Its event is being cancelled: while that can be undone the message waits, and then it is cancelled too. */
const isNotStopping = `NOT EXISTS (SELECT FROM events e WHERE e.organisation_id = m.organisation_id AND e.id = m.event_id
	AND e.status = 'cancelled' AND e.cancelled_at > m.updated_at)`;

const due = (state: string, at: string, more: string) => `
	(SELECT m.organisation_id, m.id, m.state, m.${at} AS at FROM guest_messages m
	WHERE m.state = '${state}' AND m.${at} <= now() + interval '1 ms' AND m.organisation_id <> ALL ($1::uuid[]) AND ${isNotLocked} ${more}
		AND ${isNotDelayed(name, 'm.id')} ORDER BY m.${at} LIMIT ${perRound})`;

/**
 * Sends messages to guests: fixes the recipients of those that are due, then puts their emails into the outbox some at a time. Organisations
 * take turns.
 */
export const messagePoller = createFairPoller<DueMessage>({
	name,
	idleMs: 1_000,
	...findDue<DueMessage>(
		'messages.due',
		`SELECT organisation_id AS "organisationId", id AS "messageId", state FROM (
				${due('scheduled', 'send_at', `AND ${isNotStopping}`)} UNION ALL ${due('sending', 'next_at', '')}
			) AS found ORDER BY at`,
	),
	keyOf: ({ messageId }) => messageId,
	atOnce: 1,
	run: (services, [message]) =>
		message.state === 'scheduled' ? beginMessage(services, message) : sendSome(services, message),
});

/** Takes every step that is due of messages now. @returns how many were taken */
export async function sendDueMessages(services: Services): Promise<number> {
	let steps = 0;
	for (;;) {
		const taken = await runRound(services);
		if (taken === 0) return steps;
		steps += taken;
	}
}
const runRound = runDue(messagePoller);
