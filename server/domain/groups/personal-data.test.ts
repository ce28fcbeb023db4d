import { expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { invitationJobs } from './invitations.ts';
import { groupData } from './personal-data.ts';
import { invitationTokenOf } from './tokens.ts';

/** What groups store of people: what they take along, how they are erased, and when they are forgotten. */
const { services, api, owner, query } = useTestOwner({ isFresh: true });

const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
const mary = { name: 'Mary Somerville', email: 'mary@example.org' };
const hear = async () => {
	while ((await factPoller.run(services, new AbortController().signal)) > 0);
};

/** Ada has shared an order of four, and Grace and Mary were invited; Mary has claimed a place. */
async function makeWorld() {
	const event = await makePricedEvent(services, api, owner, { capacity: 100, priceMinor: 1_000 });
	const order = await buyTickets(api, event, 4);
	const [first] = order.ids as [string];
	const group = await shareOrder(api, order, { name: 'Lovelace family', keepIds: [first] });
	const { body } = await api.post(`${group.path}/invitations`, { people: [grace, mary] });
	const linkOf = (email: string) => {
		const { id } = (body.invitations as { id: string; email: string }[]).find(
			(one) => one.email === email,
		) as {
			id: string;
		};
		return `/api/claims/${invitationTokenOf(services, { id, eventId: event.id })}`;
	};
	const claimed = await api.post(linkOf(mary.email), { ...mary, email: 'somerville@example.org' });
	expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
	await hear();
	return { event, order, group, first, linkOf };
}

const erasePerson = async (eventId: string, attendeeId: string) => {
	const erased = await api.post(
		`/api/events/${eventId}/attendees/${attendeeId}/erasure`,
		{},
		{ token: owner.token, headers: { 'Idempotency-Key': newId() } },
	);
	expect(erased.status, JSON.stringify(erased.body)).toBe(200);
};
const ticketsOf = (eventId: string) =>
	query<{ name: string; email: string }>(
		'SELECT name, email FROM attendees WHERE event_id = $1 ORDER BY id',
		[eventId],
	);

test('a person takes along the groups they lead and invitations to their address', async () => {
	await makeWorld();
	const collect = async (email: string, isEmailVerified = true) => {
		const person = { userId: newId(), email, isEmailVerified };
		return Promise.all(groupData.map((source) => source.collect(services, person as never)));
	};
	expect(await collect('ADA@example.org')).toMatchObject([
		[{ name: 'Lovelace family', pays: 'leader', leader_email: 'ada@example.org' }],
		[],
	]);
	expect(await collect('Grace@example.org')).toMatchObject([
		[],
		[{ ...grace, group_name: 'Lovelace family', state: 'sent' }],
	]);
	expect(await collect(grace.email, false)).toEqual([[], []]);
});

test('with an account its groups lose the name of their leader, and its invitations end', async () => {
	const { group, linkOf } = await makeWorld();
	const erase = async (email: string) => {
		const user = await makeUser(services, { email });
		const answer = await api.post('/api/account/deletion', { email }, { token: user.token });
		expect(answer.status, JSON.stringify(answer.body)).toBe(204);
	};
	await erase(grace.email);
	expect((await api.get(linkOf(grace.email))).status).toBe(404);
	expect(await query(`SELECT name, email, state FROM group_invitations ORDER BY email`)).toEqual([
		{ name: 'Erased person', email: '', state: 'cancelled' },
		{ ...mary, state: 'claimed' },
	]);
	await erase('ada@example.org');
	expect(await query('SELECT name, leader_name, leader_email FROM group_bookings')).toEqual([
		{ name: 'Erased person', leader_name: 'Erased person', leader_email: '' },
	]);
	expect((await group.view()).list.some(({ name }) => name === 'Mary Somerville')).toBe(true);
	await hear();
	await expectInvariants(services);
});

test('a guest whom the organiser erases is gone from their invitation, whatever its address', async () => {
	const { event, linkOf } = await makeWorld();
	const [ticket] = await query<{ id: string }>('SELECT id FROM attendees WHERE email = $1', [
		'somerville@example.org',
	]);
	await erasePerson(event.id, ticket?.id as string);
	expect(await query(`SELECT name, email, state FROM group_invitations ORDER BY email`)).toEqual([
		{ name: 'Erased person', email: '', state: 'claimed' },
		{ ...grace, state: 'sent' },
	]);
	expect(
		await query(`SELECT recipient FROM mails WHERE recipient IN ($1, 'somerville@example.org')`, [
			mary.email,
		]),
	).toEqual([]);
	expect((await api.get(linkOf(grace.email))).status).toBe(200);
	await expectInvariants(services);
});

test('a leader whom the organiser erases is gone from the group and its open places', async () => {
	const { event, first } = await makeWorld();
	expect((await ticketsOf(event.id)).filter(({ name }) => name.includes('Lovelace family'))).toHaveLength(2);
	await erasePerson(event.id, first);
	await hear();
	expect(await query('SELECT name, leader_name, leader_email FROM group_bookings')).toEqual([
		{ name: 'Erased person', leader_name: 'Erased person', leader_email: '' },
	]);
	const tickets = await ticketsOf(event.id);
	expect(tickets.filter(({ name }) => name === 'Erased person')).toHaveLength(3);
	expect(tickets).toContainEqual({ name: mary.name, email: 'somerville@example.org' });
	expect(JSON.stringify(await query('SELECT * FROM attendees'))).not.toContain('Lovelace');
	await expectInvariants(services);
});

test('invitations are forgotten ninety days after the event', async () => {
	const { event } = await makeWorld();
	const [job] = invitationJobs;
	const left = async () => {
		await job?.run(services);
		return (await query('SELECT id FROM group_invitations')).length;
	};
	await moveEvent(services, event.id, { start: -89 * 24, end: -89 * 24 + 1 });
	expect(await left()).toBe(2);
	await moveEvent(services, event.id, { start: -91 * 24, end: -91 * 24 + 1 });
	expect(await left()).toBe(0);
	expect(await query('SELECT id FROM group_bookings')).toHaveLength(1);
});
