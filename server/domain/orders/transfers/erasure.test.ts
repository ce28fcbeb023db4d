import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { orderData } from '#server/domain/orders/personal-data.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { transferLinkOf } from './tokens.ts';

/** Who gave a ticket to whom is theirs to take along, and to have erased. */
const { services, api, owner, query } = useTestOwner();
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api, owner }, { guests: 0 });
});

const rowsOf = (orderId: string) =>
	query(
		`SELECT from_name, from_email, to_name, to_email, state FROM ticket_transfers WHERE order_id = $1 ORDER BY id`,
		[orderId],
	);
const person = (name: string) => ({ name, email: `${name.toLowerCase()}-${randomUUID()}@example.org` });
const erased = 'Erased person';

/** A ticket that Ada bought and gave to Grace, who offers it to Mary. */
async function makeChain() {
	const people = { ada: person('Ada'), grace: person('Grace'), mary: person('Mary') };
	const placed = await api.post(
		`/api/events/${door.event}/orders`,
		{ buyer: people.ada, items: [{ ticketTypeId: door.type, quantity: 1 }] },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	const ticket = placed.body.attendees[0].id as string;
	await api.post(`/api/orders/${placed.body.manageToken}/attendees/${ticket}/transfer`, people.grace);
	const [row] = await query<{ id: string }>('SELECT id FROM ticket_transfers WHERE attendee_id = $1', [
		ticket,
	]);
	const link = transferLinkOf(services, { eventId: door.event, transferId: row?.id as string });
	const { body } = await api.post(`/api/transfers/${link.split('/').at(-1)}/accept`, {});
	expect((await api.post(`/api/tickets/${body.ticketToken}/transfer`, people.mary)).status).toBe(201);
	return { ...people, ticket, orderId: placed.body.id as string, held: `/api/tickets/${body.ticketToken}` };
}

const eraseAccountOf = async ({ email }: { email: string }) => {
	const user = await makeUser(services, { email });
	const answer = await api.post('/api/account/deletion', { email }, { token: user.token });
	expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
};

test('erasing the holder of a ticket ends their offer and empties the history of the ticket, which stays valid', async () => {
	const chain = await makeChain();
	const done = await api.post(
		`/api/events/${door.event}/attendees/${chain.ticket}/erasure`,
		{},
		{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(done.status, JSON.stringify(done.body)).toBe(200);
	const nobody = { from_name: erased, from_email: '', to_name: erased, to_email: '' };
	expect(await rowsOf(chain.orderId)).toEqual([
		{ ...nobody, state: 'accepted' },
		{ ...nobody, state: 'withdrawn' },
	]);
	expect((await api.get(chain.held)).body.ticket).toMatchObject({ status: 'active', name: erased });
	await expectInvariants(services);
});

test('deleting an account empties the side of its email, wherever it stands; an open offer of it ends', async () => {
	const buyer = await makeChain();
	await eraseAccountOf(buyer.ada);
	expect(await rowsOf(buyer.orderId)).toMatchObject([
		{ from_name: erased, from_email: '', to_email: buyer.grace.email, state: 'accepted' },
		{ from_email: buyer.grace.email, to_email: buyer.mary.email, state: 'offered' },
	]);
	const receiver = await makeChain();
	await eraseAccountOf(receiver.mary);
	expect(await rowsOf(receiver.orderId)).toMatchObject([
		{ from_email: receiver.ada.email, to_email: receiver.grace.email, state: 'accepted' },
		{ from_email: receiver.grace.email, to_name: erased, to_email: '', state: 'withdrawn' },
	]);
	await expectInvariants(services);
});

test('each of them takes along what they gave and got, and nothing of others', async () => {
	const { ada, grace, mary } = await makeChain();
	const source = orderData.find(({ name }) => name === 'tickets-handed-on');
	const takenBy = async ({ email }: { email: string }) => {
		const person = { email: email.toUpperCase(), isEmailVerified: true } as never;
		const rows = (await source?.collect(services, person)) as { from_email: string; to_email: string }[];
		return rows.map((row) => [row.from_email, row.to_email]);
	};
	expect(await takenBy(ada)).toEqual([[ada.email, grace.email]]);
	expect(await takenBy(grace)).toEqual([
		[ada.email, grace.email],
		[grace.email, mary.email],
	]);
	expect(await takenBy(mary)).toEqual([[grace.email, mary.email]]);
	const unverified = { email: ada.email, isEmailVerified: false } as never;
	expect(await source?.collect(services, unverified)).toEqual([]);
});
