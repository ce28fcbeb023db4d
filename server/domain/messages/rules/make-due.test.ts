import { beforeEach, describe, expect, test } from 'vitest';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { makeSeriesOf } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { makeDueMessages } from './make-due.ts';

const { database, services, api, owner } = useTestOwner({ isFresh: true });
let token: string;

beforeEach(async () => {
	token = owner.token;
});

const query = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const before = { kind: 'before_start', subject: 'Parking', text: 'Come by train.', offsetMinutes: 1_440 };
const thanks = { kind: 'after_end', subject: 'Thanks', text: 'Come again.', offsetMinutes: 180 };

/** A published event that starts in some hours and lasts two, with a rule; all of it is there for months. */
async function eventWith(rule: object, hours: number): Promise<{ eventId: string; ruleId: string }> {
	const { id: eventId } = await makeEvent(services, owner, { isPublished: true });
	const { body, status } = await api.post(`/api/events/${eventId}/message-rules`, rule, { token });
	expect(status).toBe(201);
	await moveEvent(services, eventId, { start: hours, end: hours + 2 });
	await age();
	return { eventId, ruleId: body.id };
}

async function age(): Promise<void> {
	await query(`UPDATE message_rules SET is_on_since = now() - interval '90 days'`);
	await query(
		`UPDATE events SET published_at = now() - interval '90 days', created_at = now() - interval '90 days'`,
	);
}

async function made() {
	await makeDueMessages.run(services);
	const { rows } = await query(
		`SELECT m.event_id, m.subject, m.state, m.category, m.created_by, m.rule_for = CASE r.kind WHEN 'after_end' THEN e.ends_at
			ELSE e.starts_at END AS is_for, extract(epoch FROM m.send_at - now())::float8 AS seconds
		FROM guest_messages m LEFT JOIN message_rules r ON r.id = m.rule_id JOIN events e ON e.id = m.event_id ORDER BY m.id`,
	);
	return rows;
}

describe('a rule whose time comes', () => {
	test.each([
		['before the start', before, 24.05],
		['after the end', thanks, -4.95],
	])('%s is one message that is sent at its minute', async (_, rule, hours) => {
		const { eventId } = await eventWith(rule, hours);
		const [message, ...more] = await made();
		expect(more).toEqual([]);
		expect(message).toMatchObject({
			...{ event_id: eventId, subject: rule.subject, state: 'scheduled', category: 'service' },
			...{ created_by: null, is_for: true },
		});
		expect(message.seconds).toBeGreaterThan(150);
		expect(message.seconds).toBeLessThan(181);
		expect(await made()).toHaveLength(1);
		await Promise.all([makeDueMessages.run(services), makeDueMessages.run(services)]);
		expect(await made()).toHaveLength(1);
		await expectInvariants(services);
	});

	test('waits until then', async () => {
		await eventWith(before, 24.2);
		await eventWith(thanks, -4.8);
		expect(await made()).toEqual([]);
	});

	test.each([
		['is a draft', `UPDATE events SET status = 'draft'`],
		['is cancelled', `UPDATE events SET status = 'cancelled'`],
		['is postponed', `UPDATE events SET status = 'postponed'`],
		['is an example', 'UPDATE events SET is_demo = true'],
		['was published later', 'UPDATE events SET published_at = now()'],
		['has a rule that is off', 'UPDATE message_rules SET is_on = false'],
		['has a rule that is newer', 'UPDATE message_rules SET is_on_since = now()'],
	])('writes nothing when the event %s', async (_, change) => {
		await eventWith(before, 23.5);
		await query(change);
		expect(await made()).toEqual([]);
	});

	test('is made up for within three days, what goes before the start only until then', async () => {
		const late = await eventWith(thanks, -30);
		await eventWith(thanks, -80);
		await eventWith(before, -1);
		expect(await made()).toMatchObject([{ event_id: late.eventId }]);
	});

	test('is due again beside a new date, but not for a small move', async () => {
		const { eventId } = await eventWith(before, 23.9);
		expect(await made()).toHaveLength(1);
		await query(`UPDATE guest_messages SET state = 'sent', started_at = now()`);
		await moveEvent(services, eventId, { start: 24, end: 26 });
		expect(await made()).toHaveLength(1);
		// As if the first had gone a week ago.
		await query(
			`UPDATE guest_messages SET send_at = send_at - interval '7 days', rule_for = rule_for - interval '7 days'`,
		);
		expect(await made()).toHaveLength(2);
	});

	test('writes its newest words, and nothing once it is off or removed', async () => {
		const { eventId, ruleId } = await eventWith(before, 24.05);
		await made();
		const path = `/api/events/${eventId}/message-rules/${ruleId}`;
		await api.patch(path, { subject: 'No parking' }, { token });
		expect(await made()).toMatchObject([{ subject: 'No parking' }]);
		await api.patch(path, { isOn: false }, { token });
		expect(await made()).toEqual([]);
		await api.patch(path, { isOn: true }, { token });
		expect(await made()).toHaveLength(1);
		expect((await api.delete(path, { token })).status).toBe(204);
		expect(await made()).toEqual([]);
	});

	test('of a series is one message for each of its dates', async () => {
		const series = await makeSeriesOf(services, owner, { isPublished: true });
		await query(`UPDATE events SET status = 'published'`);
		await api.post(`/api/series/${series.id}/message-rules`, before, { token });
		await api.post(
			`/api/events/${series.eventIds[0]}/message-rules`,
			{ ...before, subject: 'Own' },
			{ token },
		);
		for (const [at, eventId] of series.eventIds.entries())
			await moveEvent(services, eventId, { start: 23 + at * 0.5, end: 26 });
		await age();
		const rows = await made();
		expect(
			rows.map(({ event_id, subject }) => `${series.eventIds.indexOf(event_id)} ${subject}`).toSorted(),
		).toEqual(['0 Own', '0 Parking', '1 Parking', '2 Parking']);
		await expectInvariants(services);
	});
});
