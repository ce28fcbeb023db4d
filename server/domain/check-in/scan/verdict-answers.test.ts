import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newTicketCode } from '#server/domain/orders/sale/sale-statement.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { type DoorOptions, makeDoor } from '#tests/factories/door.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { admitTogether } from './admit-scans.ts';

const { database, services, api, owner } = useTestOwner();

const openDoor = (options?: DoorOptions, by = owner) => makeDoor({ services, api, owner: by }, options);

const inBritain = { 'Accept-Language': 'en-GB' };
const scan = (token: string, guestQrData: string | undefined, headers: Record<string, string> = inBritain) =>
	api.post(`/api/staff-access/checkin/${token}`, { guestQrData }, { headers });

describe('a ticket of another event', () => {
	test('of the same organisation: the answer names that event and its day, and nothing of the guest', async () => {
		const here = await openDoor({ title: 'Night of the Harbour' });
		const there = await openDoor({ title: 'Morning of the Lake' });
		const { rows } = await database().pool.query<{ starts_at: Date; time_zone: string }>(
			`SELECT starts_at, time_zone FROM events WHERE id = $1`,
			[there.event],
		);
		const [{ starts_at, time_zone } = { starts_at: 0, time_zone: '' }] = rows;
		const day = (region: string) => formatsFor(region).shortDate(starts_at, time_zone);
		const answer = await scan(here.token, there.guests[0]?.code);
		expect(answer.status).toBe(404);
		const message = `This ticket is for another event: Morning of the Lake, ${day('en-GB')}.`;
		expect(answer.body).toMatchObject({
			success: false,
			verdict: 'wrong_event',
			code: 'RESOURCE_NOT_FOUND',
			message,
			userMessage: message,
			guest: null,
			otherEvent: {
				title: 'Morning of the Lake',
				startDate: new Date(starts_at).toISOString(),
				timeZone: time_zone,
			},
		});
		expect(JSON.stringify(answer.body)).not.toContain('Lovelace');
		// Repeated under the same nonce it says the same; a member is shownOf the same.
		const asMember = await api.post(
			`/api/events/${here.event}/check-ins`,
			{ guestQrData: there.guests[0]?.code },
			{ token: owner.token, headers: { 'Accept-Language': 'en-US' } },
		);
		expect(asMember.body).toMatchObject({
			verdict: 'wrong_event',
			message: `This ticket is for another event: Morning of the Lake, ${day('en-US')}.`,
		});
	});

	test('of another organisation: an unknown code, word for word', async () => {
		const stranger = await makeUser(services);
		const here = await openDoor();
		const there = await openDoor({ title: 'A Secret Gathering' }, stranger);
		const answer = await scan(here.token, there.guests[0]?.code);
		const nobody = await scan(here.token, 'no ticket of anybody');
		expect(answer.body).toMatchObject({
			verdict: 'unknown_code',
			message: 'This code isn’t a ticket for this event.',
		});
		expect(answer.body.otherEvent).toBeUndefined();
		const shownOf = ({ verdict, message, code, status, guest, previous }: typeof answer.body) => ({
			...{ verdict, message, code, status, guest, previous },
		});
		expect(shownOf(answer.body)).toEqual(shownOf(nobody.body));
		expect(JSON.stringify(answer.body)).not.toContain('Secret');
	});
});

test('a code that was replaced is cancelled, and names nobody', async () => {
	const { event, token, guests } = await openDoor();
	const code = newTicketCode();
	await database().pool.query(
		`INSERT INTO retired_ticket_codes (ticket_code, organisation_id, event_id, attendee_id)
		SELECT $1, organisation_id, event_id, id FROM attendees WHERE event_id = $2 AND id = $3`,
		[code, event, guests[0]?.id],
	);
	const answer = await scan(token, code);
	expect(answer.body).toMatchObject({
		verdict: 'cancelled',
		message: 'This ticket was cancelled.',
		guest: null,
	});
});

test('verdicts are said in the words of the specification, with names, times and devices', async () => {
	const { token, guests } = await openDoor();
	const inside = await api.post(`/api/staff-access/checkin/${token}`, {
		guestQrData: guests[0]?.code,
		device: 'Phone 1',
	});
	expect(inside.body).toMatchObject({ success: true, message: 'Ada Lovelace is checked in.' });
	const again = await scan(token, guests[0]?.code);
	expect(again.body.message).toMatch(/^Ada Lovelace was already checked in at \d\d:\d\d \(Phone 1\)\.$/);
	const inAmerica = await scan(token, guests[0]?.code, { 'Accept-Language': 'en-US' });
	expect(inAmerica.body.message).toMatch(/ at \d?\d:\d\d\s[AP]M \(Phone 1\)\.$/);
	const undone = await api.post(`/api/staff-access/undo/${token}`, { guestId: guests[0]?.id });
	expect(undone.body.message).toBe('Ada Lovelace’s check-in was undone.');
	const notInside = await api.post(`/api/staff-access/undo/${token}`, { guestId: guests[0]?.id });
	expect(notInside.body.message).toBe('Ada Lovelace isn’t checked in.');
});

test('guests of one order who are admitted by one statement are shown to each other as inside', async () => {
	const { event, guests } = await openDoor({ guests: 6, isParty: true });
	// What arrives in one turn of the event loop goes in one statement.
	const outcomes = await Promise.all(
		guests.map(({ code }) =>
			admitTogether(services, {
				organisationId: owner.organisationId,
				eventId: event,
				listId: event,
				guest: { ticketCode: code },
				staffLinkId: null,
				userId: owner.userId,
				gateId: null,
				deviceId: null,
				device: 'North',
				nonce: randomUUID(),
				scannedAt: new Date().toISOString(),
			}),
		),
	);
	const seenBy = (index: number) => {
		const outcome = outcomes[index];
		if (!outcome) throw new Error('The scan was not admitted.');
		return (outcome.party ?? []).filter((one) => one.isCheckedIn).map((one) => one.id);
	};
	for (const index of guests.keys()) {
		const others = guests.filter((_, other) => other !== index).map(({ id }) => id);
		expect(seenBy(index).toSorted()).toEqual(others.toSorted());
	}
});
