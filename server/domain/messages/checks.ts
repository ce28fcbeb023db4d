import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';
import { isNotLocked } from './sending/poller.ts';

/** Invariants of messages to guests, recomputed from rows. */
export const messageChecks: InvariantCheck[] = [
	check<{ id: string; position: number; count: number }>(
		'messages.one-email-an-address',
		'A recipient of a message has one email in the outbox at most, and no two recipients have the same.',
		`SELECT r.message_id AS id, min(r.position) AS position, count(*)::int AS count FROM guest_message_recipients r
		WHERE r.mail_id IS NOT NULL GROUP BY r.mail_id, r.message_id HAVING count(*) > 1
		UNION ALL SELECT (m.props->>'messageId')::uuid, (m.props->>'position')::int, count(*)::int FROM mails m
		WHERE m.template IN ('messages/service', 'messages/marketing') GROUP BY 1, 2 HAVING count(*) > 1`,
		(row) => `message ${row.id} has ${row.count} emails for its recipient ${row.position}`,
	),
	check<{ id: string; position: number }>(
		'messages.emails-are-of-recipients',
		'The email of a recipient goes to their address, and who is left out has none.',
		`SELECT r.message_id AS id, r.position FROM guest_message_recipients r LEFT JOIN mails m ON m.id = r.mail_id
		WHERE r.mail_id IS NOT NULL AND (r.skipped IS NOT NULL OR m.recipient <> r.email)`,
		(row) =>
			`the email of recipient ${row.position} of message ${row.id} is another’s, or they were left out`,
	),
	check<{ id: string }>(
		'messages.sending-goes-on',
		'A message that is being sent is looked at within an hour.',
		`SELECT m.id FROM guest_messages m WHERE m.state = 'sending' AND (m.next_at IS NULL OR m.next_at < now() - interval '1 hour')
			AND ${isNotLocked}`,
		(row) => `message ${row.id} is being sent, and was not looked at for an hour`,
	),
	check<{ id: string; state: string }>(
		'messages.sent-is-sent',
		'A message that was sent or cancelled has no recipient who still waits for it.',
		`SELECT m.id, m.state FROM guest_messages m WHERE m.state IN ('sent', 'cancelled') AND m.started_at IS NOT NULL
			AND EXISTS (SELECT FROM guest_message_recipients r WHERE r.organisation_id = m.organisation_id AND r.message_id = m.id
				AND r.mail_id IS NULL AND r.skipped IS NULL)`,
		(row) => `message ${row.id} is ${row.state}, and recipients still wait for it`,
	),
	check<{ id: string; state: string }>(
		'messages.recipients-are-fixed-once',
		'Only a message that began has recipients.',
		`SELECT m.id, m.state FROM guest_messages m WHERE m.started_at IS NULL
			AND EXISTS (SELECT FROM guest_message_recipients r WHERE r.organisation_id = m.organisation_id AND r.message_id = m.id)`,
		(row) => `message ${row.id} is ${row.state}, and has recipients`,
	),
];
