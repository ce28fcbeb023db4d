import { sendDueMessages } from '#server/domain/messages/sending/poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { everyone } from '#shared/rules/messages/segments.ts';
import { insertEventWithGuests, verifyOrganisation } from '#tests/factories/messages.ts';
import { figure, inRounds } from './rounds.ts';
import type { BenchOptions, BenchRow } from './row.ts';
import type { Stage } from './stage.ts';

const recipients = 10_000;

/** How long it takes to fix the recipients of a message and to put their emails into the outbox, beside one statement that inserts the same rows. */
export async function measureOutbox(
	stage: Stage,
	organisationId: string,
	options: BenchOptions,
): Promise<BenchRow[]> {
	const { pool } = stage.database;
	await verifyOrganisation(stage, organisationId);
	const secondsOf = async (work: () => Promise<unknown>) => {
		const startMs = performance.now();
		await work();
		return (performance.now() - startMs) / 1_000;
	};

	/** What waits has gone, as with a mail server of any speed: how long it takes to send is measured apart (mails). */
	async function clearOutbox(): Promise<void> {
		await pool.query(`UPDATE mails SET status = 'sent', sent_at = now() WHERE status = 'queued'`);
		await pool.query(`UPDATE guest_messages SET next_at = now() WHERE state = 'sending'`);
	}

	async function insertMessage(eventId: string, state: 'scheduled' | 'draft'): Promise<string> {
		const id = newId();
		await pool.query(
			`INSERT INTO guest_messages (id, organisation_id, event_id, subject, body, segment, category, state, send_at)
			VALUES ($1, $2, $3, 'Doors', 'At seven', $4, 'service', $5, now())`,
			[id, organisationId, eventId, JSON.stringify(everyone), state],
		);
		return id;
	}

	async function product(): Promise<number> {
		const { eventId } = await insertEventWithGuests(stage, organisationId, recipients);
		const id = await insertMessage(eventId, 'scheduled');
		let seconds = 0;
		for (;;) {
			seconds += await secondsOf(() => sendDueMessages(stage.services));
			await clearOutbox();
			const { rows } = await pool.query('SELECT state, total FROM guest_messages WHERE id = $1', [id]);
			if (rows[0].state === 'sent' && rows[0].total === recipients) return seconds;
			if (rows[0].state !== 'sending') throw new Error(`The message is ${rows[0].state}.`);
		}
	}

	async function sql(): Promise<number> {
		const { eventId } = await insertEventWithGuests(stage, organisationId, recipients);
		const id = await insertMessage(eventId, 'draft');
		const seconds = await secondsOf(() =>
			pool.query(
				`WITH r AS (
					INSERT INTO guest_message_recipients (organisation_id, message_id, email_key, position, email, locale, event_id, order_id, mail_id)
					SELECT $1::uuid, $2, lower(o.buyer_email), row_number() OVER (ORDER BY lower(o.buyer_email)), o.buyer_email, o.locale, $3::uuid,
						o.id, uuidv7()
					FROM orders o WHERE o.organisation_id = $1 AND o.event_id = $3 AND o.status = 'confirmed' RETURNING *
				)
				INSERT INTO mails (id, organisation_id, event_id, template, props, recipient, locale, dedupe_key)
				SELECT mail_id, organisation_id, event_id, 'messages/service',
					jsonb_build_object('organisationId', organisation_id, 'messageId', message_id, 'position', position), email, locale,
					'messages:' || message_id || ':' || position FROM r`,
				[organisationId, id, eventId],
			),
		);
		await clearOutbox();
		return seconds;
	}

	const figures = await inRounds(options, { product, sql });
	return [
		{
			what: `Message to ${recipients} guests: recipients fixed and their emails in the outbox`,
			subject: figure(figures.product, 's'),
			reference: { name: 'INSERT … SELECT of the same rows in one statement', ...figure(figures.sql, 's') },
			bars: { on: 'subject', must: 'atMost', reach: 10, excellent: 5 },
			note: 'In chunks of 500, each in a transaction of its own; time to hand them to the mail server is not part of it.',
		},
	];
}
