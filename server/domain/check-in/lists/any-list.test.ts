import { expect, test } from 'vitest';
import { makeDoor } from '#tests/factories/door.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner();

test('who came in at any list is checked in; a list alone can be requested', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 3 });
	const signedIn = { token: owner.token };
	const made = await api.post(`/api/events/${door.event}/check-in-lists`, { name: 'Workshop' }, signedIn);
	const workshop = made.body.id as string;
	const [both, one, none] = door.guests.map(({ id }) => id) as [string, string, string];
	const code = (id: string) => door.guests.find((guest) => guest.id === id)?.code;
	const scan = async (id: string, more: object = {}) => {
		const body = { guestQrData: code(id), ...more };
		expect((await api.post(`/api/staff-access/checkin/${door.token}`, body)).status).toBe(200);
	};
	await scan(both);
	await scan(both, { listId: workshop });
	await scan(one, { listId: workshop });

	const path = `/api/events/${door.event}/attendees`;
	const ask = async (query: Record<string, string>) =>
		(await api.get(path, { ...signedIn, query })).body.data as { id: string; checkedInAt: string | null }[];
	const inOf = (guests: Awaited<ReturnType<typeof ask>>) =>
		guests
			.filter((guest) => guest.checkedInAt !== null)
			.map(({ id }) => id)
			.toSorted();
	expect(inOf(await ask({}))).toEqual([both, one].toSorted());
	expect(inOf(await ask({ listId: door.event }))).toEqual([both]);
	expect(inOf(await ask({ listId: workshop }))).toEqual([both, one].toSorted());
	const idsOf = async (query: Record<string, string>) => (await ask(query)).map(({ id }) => id).toSorted();
	expect(await idsOf({ checkedIn: 'true' })).toEqual([both, one].toSorted());
	expect(await idsOf({ checkedIn: 'false' })).toEqual([none]);
	expect(await idsOf({ checkedIn: 'false', listId: door.event })).toEqual([one, none].toSorted());
	// The list of another event is nobody's.
	const other = await makeDoor({ services, api, owner }, { guests: 1 });
	expect(await idsOf({ checkedIn: 'true', listId: other.event })).toEqual([]);

	const [first] = (await ask({})).filter(({ id }) => id === both);
	const alone = (await ask({ listId: door.event })).find(({ id }) => id === both);
	expect(first?.checkedInAt).toBe(alone?.checkedInAt);
	const file = await api.get(`${path}/export`, { ...signedIn, query: { checkedIn: 'true' } });
	expect(file.body).toContain(code(one));
	expect(file.body).not.toContain(code(none));
	// Who came in twice is one guest.
	const figures = await api.get(`/api/events/${door.event}/figures`, signedIn);
	expect(figures.body).toMatchObject({ checkedIn: 2, totalAttendees: 3 });
});
