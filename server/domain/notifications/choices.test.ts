import { describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { composeMail } from './compose-mail.ts';
import { hasOptedOut } from './opt-outs.ts';
import { summariseRegistrations } from './organiser-mails.ts';

const { database, services, clock, api, owner } = useTestOwner({ isFresh: true, hasClock: true });

const set = (kind: string, isOn: boolean, token = owner.token, channel = 'mail') =>
	api.call('PUT', '/api/account/notifications', { kind, channel, isOn }, { token });
const mails = async (template: string) =>
	(
		await database().pool.query(
			'SELECT id, template, props, recipient, locale FROM mails WHERE template = $1 ORDER BY recipient',
			[template],
		)
	).rows;

test('begins as is usual and keeps what is chosen', async () => {
	const { body } = await api.get('/api/account/notifications', { token: owner.token });
	expect(body.choices).toEqual([
		{ kind: 'reminders', channel: 'mail', isOn: true },
		{ kind: 'reminders', channel: 'app', isOn: true },
		{ kind: 'registrations', channel: 'mail', isOn: false },
		{ kind: 'registrations', channel: 'app', isOn: true },
		{ kind: 'door-conflicts', channel: 'mail', isOn: true },
		{ kind: 'door-conflicts', channel: 'app', isOn: true },
		{ kind: 'money', channel: 'mail', isOn: true },
		{ kind: 'money', channel: 'app', isOn: true },
	]);
	type Choice = { kind: string; channel: string; isOn: boolean };
	for (const { kind, channel } of body.choices as Choice[]) {
		const others = (choices: Choice[]) =>
			choices.filter((one) => one.kind !== kind || one.channel !== channel);
		const on = await set(kind, true, owner.token, channel);
		expect(on.body.choices).toContainEqual({ kind, channel, isOn: true });
		await set(kind, false, owner.token, channel);
		const off = await set(kind, false, owner.token, channel);
		expect(off.body.choices).toContainEqual({ kind, channel, isOn: false });
		// One kind in one channel: the other channel of the same kind stays.
		expect(others(off.body.choices)).toEqual(others(on.body.choices));
	}
	expect((await set('everything', true)).status).toBe(400);
	expect((await set('reminders', true, owner.token, 'pigeon')).status).toBe(400);
});

test('reminders hang on the address, and only on one that is confirmed', async () => {
	await set('reminders', false);
	expect(await hasOptedOut(services, owner.email, 'events/reminder')).toBe(true);
	const eve = await makeUser(services, { email: 'victim@example.org', isVerified: false });
	const answer = await set('reminders', false, eve.token);
	expect([answer.status, answer.body.metadata.rule]).toEqual([422, 'address-not-confirmed']);
	expect(await hasOptedOut(services, 'victim@example.org', 'events/reminder')).toBe(false);
});

test('the summary sends those who chose it what came in since yesterday, within their reach', async () => {
	const event = await makeEvent(services, owner, { isPublished: true, title: 'Summer party' });
	const other = await makeEvent(services, owner, { isPublished: true, title: 'Winter party' });
	const limited = await makeMember(services, owner.organisationId, 'event_manager', [other.id]);
	const door = await makeMember(services, owner.organisationId, 'check_in');
	const stranger = await makeUser(services);
	for (const { token } of [owner, limited, door, stranger]) await set('registrations', true, token);
	for (const { id } of [event, event, other]) {
		const { rows } = await database().pool.query('SELECT id FROM ticket_types WHERE event_id = $1', [id]);
		await api.post(
			`/api/events/${id}/orders`,
			{
				buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
				items: [{ ticketTypeId: rows[0].id, quantity: 2 }],
			},
			{ headers: { 'Idempotency-Key': newId() } },
		);
	}
	clock.advance(3_600_000);
	await summariseRegistrations.run(services);
	await summariseRegistrations.run(services);
	const owed = await mails('organisers/registrations');
	expect(owed.map(({ recipient }) => recipient).sort()).toEqual([owner.email, limited.email].sort());
	const texts: Record<string, string> = {};
	for (const mail of owed) {
		const written = await composeMail(services, mail, { showsSecrets: true, isForSending: true });
		texts[mail.recipient] = 'text' in written ? `${written.subject}\n${written.text}` : written.obsolete;
	}
	expect(texts[owner.email]).toMatch(/^6 new guests since yesterday/);
	expect(texts[owner.email]).toMatch(/Summer party[\s\S]*4 guests[\s\S]*Winter party[\s\S]*2 guests/);
	expect(texts[limited.email]).toMatch(/^2 new guests/);
	expect(texts[limited.email]).not.toContain('Summer party');
});

describe('conflicts at the door', () => {
	test('are sent once an hour to those who run the event and did not turn it off', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const quiet = await makeMember(services, owner.organisationId, 'admin');
		await makeMember(services, owner.organisationId, 'marketing');
		await set('door-conflicts', false, quiet.token);
		const findConflict = async () => {
			for (const handle of services.facts.listenersAfter('check-in.conflict-found')) {
				await handle(
					{
						id: newId(),
						name: 'check-in.conflict-found',
						organisationId: owner.organisationId,
						eventId: event.id,
						payload: { checkInId: newId() },
					},
					services,
				);
			}
		};
		await findConflict();
		await findConflict();
		const owed = await mails('organisers/door-conflict');
		expect(owed.map(({ recipient }) => recipient)).toEqual([owner.email]);
		const written = await composeMail(services, owed[0], { showsSecrets: true, isForSending: true });
		expect('subject' in written && written.subject).toBe('A ticket was checked in twice at Summer party');
		clock.advance(3_600_000);
		await findConflict();
		expect(await mails('organisers/door-conflict')).toHaveLength(2);
	});
});
