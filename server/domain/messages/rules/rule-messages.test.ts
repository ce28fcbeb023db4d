import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxMovePoller } from '#server/jobs/sandbox-moves.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { insertEventWithGuests } from '#tests/factories/messages.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { messagePoller, sendDueMessages } from '../sending/poller.ts';
import { makeDueMessages } from './make-due.ts';

/** Messages of rules between the minute in which they are made and the one in which they are sent. */
const { database, services, api, owner, query } = useTestOwner({ isFresh: true });
let event: string;

beforeEach(async () => {
	event = (await insertEventWithGuests(services, owner.organisationId, 3)).eventId;
});

const rule = { kind: 'before_start', subject: 'Parking', text: 'Come by train.', offsetMinutes: 1_440 };

async function addRule(body: object = rule, id = event): Promise<string> {
	const answer = await api.post(`/api/events/${id}/message-rules`, body, owner);
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	await query(`UPDATE message_rules SET is_on_since = now() - interval '90 days'`);
	await query(
		`UPDATE events SET published_at = now() - interval '90 days', created_at = now() - interval '90 days'`,
	);
	return answer.body.id;
}
const moveTo = (start: number) => moveEvent(services, event, { start, end: start + 2 });
const makeDue = () => makeDueMessages.run(services);
/** As if the minutes until it is sent had passed. */
const passMinutes = () => query(`UPDATE guest_messages SET send_at = now() WHERE state = 'scheduled'`);
const messages = () =>
	query('SELECT id, state, total, rule_for FROM guest_messages WHERE event_id = $1 ORDER BY id', [event]);

describe('a message of a rule that is made and not sent yet', () => {
	beforeEach(async () => {
		await addRule();
		await moveTo(24.05);
		await makeDue();
		expect(await messages()).toMatchObject([{ state: 'scheduled' }]);
	});

	test('goes out at its minute, whoever sends it', async () => {
		await passMinutes();
		const { signal } = new AbortController();
		await Promise.all([messagePoller.run(services, signal), messagePoller.run(services, signal)]);
		await sendDueMessages(services);
		expect(await messages()).toMatchObject([{ state: 'sent', total: 3 }]);
		await expectInvariants(services);
	});

	test('is not sent once its event was moved, and is made anew for the new time', async () => {
		await moveTo(24 * 30);
		await passMinutes();
		await sendDueMessages(services);
		await makeDue();
		expect(await messages()).toEqual([]);
		await moveTo(24.05);
		await makeDue();
		await passMinutes();
		await sendDueMessages(services);
		expect(await messages()).toMatchObject([{ state: 'sent', total: 3 }]);
		await expectInvariants(services);
	});

	test('is not sent once its event is a draft again', async () => {
		await query(`UPDATE events SET status = 'draft' WHERE id = $1`, [event]);
		await passMinutes();
		await sendDueMessages(services);
		expect(await query(`SELECT FROM mails WHERE template LIKE 'messages/%'`)).toEqual([]);
		expect(await messages()).toEqual([]);
	});

	test('goes on when its event is moved while it is sent', async () => {
		await passMinutes();
		const { signal } = new AbortController();
		await messagePoller.run(services, signal);
		expect(await messages()).toMatchObject([{ state: 'sending' }]);
		await moveTo(24 * 30);
		await sendDueMessages(services);
		expect(await messages()).toMatchObject([{ state: 'sent' }]);
		expect(await query(`SELECT FROM mails WHERE template = 'messages/service'`)).toHaveLength(3);
		await expectInvariants(services);
	});

	test('that was let pass only after its event began is cancelled, and says why', async () => {
		await moveTo(-1);
		await query(`UPDATE guest_messages m SET rule_for = e.starts_at FROM events e WHERE e.id = m.event_id`);
		await passMinutes();
		await sendDueMessages(services);
		await makeDue();
		const [{ id }] = (await messages()) as [{ id: string }];
		expect((await api.get(`/api/events/${event}/messages/${id}`, owner)).body).toMatchObject({
			state: 'cancelled',
			reviewReason: 'The event began before this message was sent.',
		});
		expect(await messages()).toHaveLength(1);
	});

	test('is cancelled for good: it cannot be deleted, and is not made again', async () => {
		const [{ id }] = (await messages()) as [{ id: string }];
		const path = `/api/events/${event}/messages/${id}`;
		expect((await api.post(`${path}/cancel`, undefined, owner)).body.state).toBe('cancelled');
		const deleted = await api.delete(path, owner);
		expect([deleted.status, deleted.body.metadata.rule]).toEqual([422, 'message-of-rule']);
		await makeDue();
		expect(await messages()).toMatchObject([{ id, state: 'cancelled' }]);
	});

	test('that waits for review goes with its rule', async () => {
		await query(`UPDATE guest_messages SET state = 'in_review'`);
		const [{ rule_id }] = (await query('SELECT rule_id FROM guest_messages')) as [{ rule_id: string }];
		expect((await api.delete(`/api/events/${event}/message-rules/${rule_id}`, owner)).status).toBe(204);
		expect(await messages()).toEqual([]);
	});

	test('ends with its event, while it is sent too', async () => {
		await passMinutes();
		const { signal } = new AbortController();
		await messagePoller.run(services, signal);
		await query('DELETE FROM guest_messages WHERE event_id = $1', [event]);
		await sendDueMessages(services);
		expect(await query('SELECT FROM guest_message_recipients')).toEqual([]);
		await expectInvariants(services);
	});
});

test('a clock of the server that is an hour ahead sends nothing early, and holds up no rule', async () => {
	const at = () => new Date(Date.now() + 3_600_000);
	const early = await createTestServices(database(), {}, { ...services.clock, now: at });
	const ahead = createTestApi(early);
	const sendAt = new Date(Date.now() + 1_800_000).toISOString();
	const { body } = await ahead.post(
		`/api/events/${event}/messages`,
		{ subject: 'Doors', text: 'Soon', sendAt },
		owner,
	);
	expect(body.sendAt).toBe(sendAt);
	await sendDueMessages(early);
	expect(await messages()).toMatchObject([{ state: 'scheduled' }]);
	const id = await addRule({ ...rule, isOn: false });
	await ahead.patch(`/api/events/${event}/message-rules/${id}`, { isOn: true }, owner);
	const [row] = await query('SELECT is_on_since <= now() AS holds FROM message_rules WHERE id = $1', [id]);
	expect(row).toEqual({ holds: true });
});

test('in a sandbox rules write when time is moved, before the start and after the end', async () => {
	const path = `/api/organisations/${owner.organisationId}/sandbox`;
	const sandbox: Sandbox = (await api.post(path, undefined, owner)).body;
	const meetup = sandbox.events.find(({ status }) => status === 'published') as Sandbox['events'][number];
	const key = (await query('SELECT organisation_id AS id FROM events WHERE id = $1', [meetup.id]))[0] as {
		id: string;
	};
	for (const [kind, minutes] of [
		['before_start', 90],
		['after_end', 60],
	] as const)
		await query(
			`INSERT INTO message_rules (id, organisation_id, event_id, kind, offset_minutes, subject, body)
			VALUES (uuidv7(), $1, $2, $3, $4, $3, 'Hello')`,
			[key.id, meetup.id, kind, minutes],
		);
	const made = () =>
		query('SELECT subject, state FROM guest_messages WHERE event_id = $1 ORDER BY id', [meetup.id]);
	const moveOn = async (until: string) => {
		const [row] = await query(
			`SELECT ceil(extract(epoch FROM ${until} - now()) / 3600)::int AS hours FROM events WHERE id = $1`,
			[meetup.id],
		);
		const answer = await api.post(`${path}/clock`, { advanceBy: `PT${row.hours}H` }, owner);
		expect(answer.status, JSON.stringify(answer.body)).toBe(200);
		while ((await sandboxMovePoller.run(services, new AbortController().signal)) > 0);
	};
	await moveOn(`starts_at - interval '75 minutes'`);
	expect(await made()).toEqual([{ subject: 'before_start', state: 'sent' }]);
	await moveOn(`ends_at + interval '75 minutes'`);
	expect(await made()).toEqual([
		{ subject: 'before_start', state: 'sent' },
		{ subject: 'after_end', state: 'sent' },
	]);
	await expectInvariants(services);
});
