import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { transferLinkOf } from './tokens.ts';

/** Whatever people do with a ticket one after the other, one of them has it, and everybody else is refused. */
const { database, services, api, owner } = useTestOwner();
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api, owner }, { guests: 0 });
});

const steps = [
	...['offer', 'offer', 'accept', 'accept', 'withdraw', 'decline', 'rename'],
	...['cancel by buyer', 'cancel by organiser', 'use an old link', 'scan an old code'],
] as const;
type Step = (typeof steps)[number];

/** What the history so far comes to. */
interface Model {
	/** How often the ticket was transferred. */
	holds: number;
	/** State of the last offer; null: none was made. */
	offer: 'offered' | 'accepted' | 'declined' | 'withdrawn' | null;
	offers: number;
	isCancelled: boolean;
}

const ok = 200;
const outcomeOf = ({ status, body }: ApiAnswer) => (status < 300 ? ok : (body.metadata?.rule ?? status));

/** What a step comes to, by the model, which it changes. */
function expected(model: Model, step: Step): unknown {
	const isOpen = model.offer === 'offered';
	switch (step) {
		case 'offer':
			if (model.isCancelled) return 'ticket-cancelled';
			if (isOpen) return 'transfer-open';
			if (model.offers >= 5) return 'too-many-offers';
			model.offer = 'offered';
			model.offers += 1;
			return ok;
		case 'accept':
			if (model.offer === 'accepted') return ok;
			if (!isOpen) return 'transfer-ended';
			model.offer = 'accepted';
			model.holds += 1;
			return ok;
		case 'decline':
			if (model.offer === 'declined') return ok;
			if (!isOpen) return 'transfer-ended';
			model.offer = 'declined';
			return ok;
		case 'withdraw':
			if (isOpen) model.offer = 'withdrawn';
			return ok;
		case 'rename':
			return model.isCancelled ? 'ticket-cancelled' : ok;
		case 'cancel by buyer':
			if (model.holds > 0) return model.isCancelled ? ok : 'ticket-handed-on';
			break;
		case 'use an old link':
			return model.holds > 0 ? 'refused' : null;
		case 'scan an old code':
			return model.holds > 0 ? 'cancelled' : null;
	}
	model.isCancelled = true;
	if (isOpen) model.offer = 'withdrawn';
	return ok;
}

async function makeTicket() {
	const placed = await api.post(
		`/api/events/${door.event}/orders`,
		{
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [{ ticketTypeId: door.type, quantity: 2 }],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	const [{ id, ticketCode }] = placed.body.attendees;
	const order = `/api/orders/${placed.body.manageToken}`;
	/** Links by which the ticket was held, the buyer’s first, and its codes. */
	const links = [`${order}/attendees/${id}`];
	const codes = [ticketCode as string];
	const last = () => links.at(-1) as string;
	const transfer = async () => {
		const { rows } = await database().pool.query<{ id: string }>(
			'SELECT id FROM ticket_transfers WHERE attendee_id = $1 ORDER BY id DESC LIMIT 1',
			[id],
		);
		const link = transferLinkOf(services, { eventId: door.event, transferId: rows[0]?.id as string });
		return `/api/transfers/${link.split('/').at(-1)}`;
	};
	const receiver = () => ({ name: 'Grace', email: `grace-${links.length}-${randomUUID()}@example.org` });
	async function accept() {
		const answer = await api.post(`${await transfer()}/accept`, {});
		const { ticketToken } = answer.body;
		if (ticketToken && !links.includes(`/api/tickets/${ticketToken}`)) {
			links.push(`/api/tickets/${ticketToken}`);
			codes.push((await api.get(last())).body.ticket.ticketCode);
		}
		return outcomeOf(answer);
	}
	const member = { token: owner.token, headers: { 'Idempotency-Key': randomUUID() } };
	const acts: Record<Step, () => Promise<unknown>> = {
		offer: async () => outcomeOf(await api.post(`${last()}/transfer`, receiver())),
		accept,
		withdraw: async () => outcomeOf(await api.delete(`${last()}/transfer`)),
		decline: async () => outcomeOf(await api.post(`${await transfer()}/decline`, {})),
		rename: async () => outcomeOf(await api.patch(last(), { name: 'Another' })),
		'cancel by buyer': async () => outcomeOf(await api.post(`${order}/cancel`, { attendeeIds: [id] })),
		'cancel by organiser': async () =>
			outcomeOf(await api.post(`/api/events/${door.event}/attendees/${id}/cancel`, {}, member)),
		'use an old link': async () => {
			if (links.length < 2) return null;
			const refused = await Promise.all(
				links.slice(0, -1).map((link) => api.patch(link, { name: 'Mine again' })),
			);
			return refused.every((answer) => [404, 'ticket-handed-on'].includes(outcomeOf(answer)))
				? 'refused'
				: refused.map(outcomeOf);
		},
		'scan an old code': async () => {
			if (codes.length < 2) return null;
			const { body } = await api.post(`/api/staff-access/checkin/${door.token}`, {
				guestQrData: codes.at(-2),
			});
			return body.verdict;
		},
	};
	const check = async (model: Model) => {
		const { attendees } = (await api.get(order)).body;
		expect(attendees[0]).toMatchObject({
			isHandedOn: model.holds > 0,
			status: model.isCancelled ? 'cancelled' : 'active',
			ticketCode: model.holds > 0 || model.isCancelled ? null : codes[0],
		});
		if (model.holds === 0) return;
		const { ticket, offer } = (await api.get(last())).body;
		expect(ticket.ticketCode).toBe(model.isCancelled ? null : codes.at(-1));
		expect(offer !== null).toBe(model.offer === 'offered');
	};
	return { acts, check };
}

test('every history of a ticket comes to what its steps say', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 12 }),
			async (history) => {
				const model: Model = { holds: 0, offer: null, offers: 0, isCancelled: false };
				const { acts, check } = await makeTicket();
				for (const step of history) {
					// There is no link to answer by before the first offer.
					if (model.offer === null && (step === 'accept' || step === 'decline')) continue;
					expect([step, await acts[step]()]).toEqual([step, expected(model, step)]);
				}
				await check(model);
			},
		),
		{ numRuns: rounds(10, 500), seed: faultSeed },
	);
	await expectInvariants(services);
});
