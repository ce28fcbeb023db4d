import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { type SharedGroup, shareOrder } from '#tests/factories/groups.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { transferLinkOf } from '../transfers/tokens.ts';

/** Whatever people do with the places of a group one after the other, each place is one person’s, and only their link and code are good. */
const { database, services, api, owner } = useTestOwner();
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api, owner }, { guests: 0 });
});

const places = 4;
const kinds = [
	...['claim', 'claim', 'claim', 'release', 'release', 'transfer on', 'rename group', 'renew link'],
	...['cancel by buyer', 'cancel by organiser', 'scan an old code', 'use an old link'],
] as const;
interface Step {
	kind: (typeof kinds)[number];
	place: number;
}

/** A place as the history so far has it. The first is kept. */
interface Place {
	state: 'own' | 'open' | 'claimed' | 'cancelled';
	/** Whose it is; empty: its buyer’s. */
	guest: string;
}

const outcomeOf = ({ status, body }: ApiAnswer) => (status < 300 ? 'ok' : (body.metadata?.rule ?? status));

/** What a step comes to, by the model, which it changes. */
function expected(model: Place[], { kind, place: n }: Step, guest: string): unknown {
	const place = model[n] as Place;
	const isEnded = model.every(({ state }) => state === 'cancelled');
	switch (kind) {
		case 'claim': {
			if (isEnded) return 'group-ended';
			const open = model.find(({ state }) => state === 'open');
			if (!open) return 'group-full';
			Object.assign(open, { state: 'claimed', guest });
			return 'ok';
		}
		case 'release':
			if (place.state === 'own') return 404;
			if (isEnded) return n === 0 ? 404 : 'group-ended';
			if (place.state === 'claimed') Object.assign(place, { state: 'open', guest: '' });
			return n === 0 ? 404 : 'ok';
		case 'transfer on':
			if (place.state !== 'claimed') return null;
			place.guest = guest;
			return 'ok';
		case 'cancel by buyer':
			if (place.state === 'claimed') return 'ticket-handed-on';
			break;
		case 'cancel by organiser':
			break;
		default:
			return kind === 'rename group' || kind === 'renew link' ? 'ok' : null;
	}
	place.state = 'cancelled';
	return 'ok';
}

async function makeWorld() {
	const placed = await api.post(
		`/api/events/${door.event}/orders`,
		{
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [{ ticketTypeId: door.type, quantity: places }],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	const order = `/api/orders/${placed.body.manageToken}`;
	const tickets = placed.body.attendees as { id: string; ticketCode: string }[];
	const idOf = (n: number) => tickets[n]?.id as string;
	const group = await shareOrder(api, { path: order }, { keepIds: [idOf(0)] });
	return { order, tickets, idOf, group };
}

/** Does what the steps say, and remembers every link and code that was ever good. */
function actOn({ order, tickets, idOf, group }: Awaited<ReturnType<typeof makeWorld>>) {
	const codes = tickets.map(({ ticketCode }) => [ticketCode]);
	const links: string[][] = tickets.map(() => []);
	const claimLinks: string[] = [];
	async function note(ticketToken: string) {
		const { ticket } = (await api.get(`/api/tickets/${ticketToken}`)).body;
		const n = tickets.findIndex(({ id }) => id === ticket.id);
		links[n]?.push(`/api/tickets/${ticketToken}`);
		codes[n]?.push(ticket.ticketCode);
	}
	async function transferOn(n: number, name: string) {
		const held = links[n]?.at(-1);
		if (!held || (await api.get(held)).body.ticket?.status !== 'active') return null;
		await api.post(`${held}/transfer`, { name, email: `${name}@example.org` });
		const { rows } = await database().pool.query<{ id: string }>(
			'SELECT id FROM ticket_transfers WHERE attendee_id = $1 ORDER BY id DESC LIMIT 1',
			[idOf(n)],
		);
		const link = transferLinkOf(services, { eventId: door.event, transferId: rows[0]?.id as string });
		const accepted = await api.post(`/api/transfers/${link.split('/').at(-1)}/accept`, {});
		if (accepted.status === 200) await note(accepted.body.ticketToken);
		return outcomeOf(accepted);
	}
	async function readCodeOfBuyer(n: number) {
		const { attendees } = (await api.get(order)).body;
		const code = attendees.find(({ id }: { id: string }) => id === idOf(n))?.ticketCode;
		if (code && codes[n]?.at(-1) !== code) codes[n]?.push(code);
	}
	const member = () => ({ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } });
	return async ({ kind, place: n }: Step, guest: string): Promise<unknown> => {
		switch (kind) {
			case 'claim': {
				const claimed = await group.claim({ name: guest, email: `${guest}@example.org` });
				if (claimed.status === 201) await note(claimed.body.ticketToken);
				return outcomeOf(claimed);
			}
			case 'release': {
				const released = await api.delete(`${group.path}/claims/${idOf(n)}`);
				await readCodeOfBuyer(n);
				return outcomeOf(released);
			}
			case 'transfer on':
				return transferOn(n, guest);
			case 'rename group':
				return outcomeOf(await api.patch(group.path, { name: `Table ${guest}` }));
			case 'renew link':
				claimLinks.push(await group.claimPath());
				return outcomeOf(await api.post(`${group.path}/link`, {}));
			case 'cancel by buyer':
				return outcomeOf(await api.post(`${order}/cancel`, { attendeeIds: [idOf(n)] }));
			case 'cancel by organiser':
				return outcomeOf(
					await api.post(`/api/events/${door.event}/attendees/${idOf(n)}/cancel`, {}, member()),
				);
			case 'scan an old code': {
				const old = codes[n]?.at(-2);
				if (!old) return null;
				const { body } = await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: old });
				return body.verdict === 'cancelled' ? null : body.verdict;
			}
			case 'use an old link': {
				const held = (links[n] ?? []).slice(0, -1);
				const answers = await Promise.all([...held, ...claimLinks].map((link) => api.get(link)));
				return answers.every(({ status }) => status === 404) ? null : answers.map(outcomeOf);
			}
		}
	};
}

/** The group, and what each link and the buyer see, are what the model says. */
async function check(
	model: Place[],
	{ order, idOf, group }: { order: string; idOf: (n: number) => string; group: SharedGroup },
) {
	const [view, { attendees }] = [await group.view(), (await api.get(order)).body];
	const isEnded = model.every(({ state }) => state === 'cancelled');
	expect(view.state).toBe(isEnded ? 'ended' : 'open');
	expect(view.list.map(({ number, state, name }) => ({ number, state, name }))).toEqual(
		model.flatMap(({ state, guest }, n) =>
			state === 'cancelled' ? [] : [{ number: n + 1, state, name: n === 0 ? 'Ada' : guest }],
		),
	);
	expect(view.taken).toBe(model.filter(({ state }) => state === 'claimed').length);
	for (const [n, { state }] of model.entries()) {
		const ticket = attendees.find(({ id }: { id: string }) => id === idOf(n));
		if (state === 'open') expect(ticket.name).toBe(`Place ${n + 1} of ${view.name}`);
		expect([state, ticket.ticketCode !== null]).toEqual([state, state === 'open' || state === 'own']);
	}
	const codes = await database().pool.query<{ count: number }>(
		'SELECT count(DISTINCT ticket_code)::int AS count FROM attendees WHERE id = ANY ($1)',
		[model.map((_, n) => idOf(n))],
	);
	expect(codes.rows[0]?.count).toBe(places);
}

test('every history of a group comes to what its steps say', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({ kind: fc.constantFrom(...kinds), place: fc.nat(places - 1) }), {
				minLength: 4,
				maxLength: 16,
			}),
			async (history) => {
				const world = await makeWorld();
				const act = actOn(world);
				const model: Place[] = Array.from({ length: places }, (_, n) => ({
					state: n === 0 ? 'own' : 'open',
					guest: '',
				}));
				for (const [index, step] of history.entries()) {
					const guest = `guest-${index}`;
					expect([step, await act(step, guest)]).toEqual([step, expected(model, step, guest)]);
				}
				await check(model, world);
			},
		),
		{ numRuns: rounds(10, 500), seed: faultSeed },
	);
	await expectInvariants(services);
});
