import { describe, expect, test } from 'vitest';
import { openEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner({ isFresh: true });

const rules = { until: { days: 2 }, keepMinor: 250, allowsLower: false };
const policy =
	'You can change your tickets until 2 days before the event. Not for tickets that cost less. A fee of €2.50 is kept of each changed ticket.';

const open = (fields: object = {}) => openEvent(services, api, owner, fields);

describe('how tickets are changed and transferred', () => {
	test('a new event says nothing of changes, and its tickets can be transferred', async () => {
		const { read } = await open();
		expect(await read()).toMatchObject({ changeRules: null, changePolicy: '', allowsTransfers: true });
	});

	test('is set with the event or later, read by everybody, and copied', async () => {
		const body = { title: 'Choir', startsAt: '2030-01-01T18:00:00Z', currency: 'EUR' };
		const created = await api.post(
			'/api/events',
			{ ...body, changeRules: rules, allowsTransfers: false },
			{ token: owner.token },
		);
		expect([created.status, created.body.changePolicy]).toEqual([201, policy]);
		expect(created.body).toMatchObject({ changeRules: rules, allowsTransfers: false });
		const { edit, read, duplicate } = await open();
		expect((await edit({ changeRules: rules, allowsTransfers: false })).status).toBe(200);
		const { version, ...shown } = await read();
		expect(shown).toMatchObject({ changeRules: rules, changePolicy: policy, allowsTransfers: false });
		// The same again changes nothing, in whichever order the fields come.
		const { allowsLower, keepMinor, until } = rules;
		expect((await edit({ changeRules: { allowsLower, keepMinor, until } })).body.version).toBe(version);
		const copy = (await duplicate()).body;
		expect(copy).toMatchObject({ changeRules: rules, allowsTransfers: false });
		expect((await edit({ changeRules: null })).body).toMatchObject({ changeRules: null, changePolicy: '' });
	});

	test.each([
		{ ...rules, keepMinor: 0 },
		{ ...rules, keepMinor: 2.5 },
		{ ...rules, until: { days: 0 } },
		{ ...rules, until: { days: 1, hours: 1 } },
		{ until: null },
		{ ...rules, more: 1 },
	])('%j is refused at its field', async (changeRules) => {
		const { edit } = await open();
		const { status, body } = await edit({ changeRules });
		expect([status, body.details[0].field]).toEqual([400, expect.stringMatching(/^changeRules/)]);
	});

	test('once tickets are taken its rules only become kinder; transferring is switched at any time', async () => {
		const { edit, plan, read, takeTicket } = await open({ changeRules: rules });
		await takeTicket();
		for (const changeRules of [null, { ...rules, keepMinor: 300 }, { ...rules, until: { hours: 72 } }]) {
			const { status, body } = await edit({ changeRules });
			expect([status, body.metadata.rule]).toEqual([422, 'change-rules-kinder']);
		}
		const planned = await plan({ changeRules: null });
		expect(planned.body.effects).toMatchObject([
			{
				field: 'changeRules',
				verdict: 'refused',
				message: expect.stringMatching(/only become more generous/),
			},
		]);
		const kinder = { until: { hours: 12 }, allowsLower: true };
		expect((await edit({ changeRules: kinder })).status).toBe(200);
		expect((await edit({ allowsTransfers: false })).status).toBe(200);
		expect((await edit({ allowsTransfers: true })).status).toBe(200);
		expect(await read()).toMatchObject({ changeRules: kinder, allowsTransfers: true });
	});

	test('is in the history and undone, until somebody orders under it', async () => {
		const { edit, read, newest, undo, takeTicket } = await open();
		await edit({ changeRules: rules, allowsTransfers: false });
		const first = await newest();
		expect(first.changes).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ path: 'event.changeRules', before: null, after: rules }),
				expect.objectContaining({ path: 'event.allowsTransfers', before: true, after: false }),
			]),
		);
		expect((await undo(first.id)).status).toBe(200);
		expect(await read()).toMatchObject({ changeRules: null, allowsTransfers: true });
		await edit({ changeRules: rules });
		const second = await newest();
		await takeTicket();
		expect((await undo(second.id)).body.userMessage).toBe(
			'This can’t be undone as a whole: people have ordered under the new rules for changing tickets.',
		);
		await edit({ allowsTransfers: false });
		expect((await undo((await newest()).id)).status).toBe(200);
	});
});
