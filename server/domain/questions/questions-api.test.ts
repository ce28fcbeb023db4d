import { describe, expect, test } from 'vitest';
import { makeMember } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();

interface Made {
	id: string;
	label: string;
	version: number;
	choices: { id: string; label: string }[];
	[key: string]: unknown;
}

async function selling() {
	const event = await makeEvent(services, owner, { isPublished: true });
	const path = `/api/events/${event.id}`;
	const { body } = await api.get(`${path}/ticket-types`);
	return { event, path, standard: body.data[0].id as string };
}
const mine = () => ({ token: owner.token });
const ask = async (path: string, body: object): Promise<Made> => {
	const made = await api.post(`${path}/questions`, body, mine());
	expect([made.status, made.body]).toEqual([201, expect.anything()]);
	return made.body;
};
const list = async (path: string): Promise<Made[]> => (await api.get(`${path}/questions`, mine())).body.data;
const register = async (path: string, items: object[], attendees?: object[]) => {
	const made = await api.post(`${path}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
		items,
		...(attendees ? { attendees } : {}),
	});
	expect(made.status).toBe(201);
	return made.body as { id: string; manageToken: string; attendees: { id: string; ticketTypeId: string }[] };
};
const answer = (manageToken: string, ...people: { attendeeId: string | null; answers: object }[]) =>
	api.patch(`/api/orders/${manageToken}/answers`, { people });
const choiceOf = (question: Made, label: string) =>
	question.choices.find((one) => one.label === label)?.id as string;

describe('writing questions', () => {
	test('a label and a kind are enough; the others are what nobody minds', async () => {
		const { path } = await selling();
		const made = await ask(path, { label: 'Anything else?', kind: 'text' });
		expect(made).toMatchObject({
			help: '',
			scope: 'attendee',
			choices: [],
			isRequired: false,
			ticketTypeIds: null,
			shownWhen: null,
			isAskedAtDoor: false,
			isArchived: false,
			answerCount: 0,
			version: 1,
		});
	});

	test('choices keep their ids when their words are mended, and are read when they are gone', async () => {
		const { path, standard } = await selling();
		const diet = await ask(path, {
			label: 'Diet',
			kind: 'single_choice',
			choices: [{ label: 'Vegan' }, { label: 'Fish' }, { label: 'Meat' }],
		});
		const order = await register(path, [{ ticketTypeId: standard, quantity: 1 }]);
		const attendeeId = order.attendees[0]?.id as string;
		const vegan = choiceOf(diet, 'Vegan');
		expect((await answer(order.manageToken, { attendeeId, answers: { [diet.id]: vegan } })).status).toBe(200);
		const fish = choiceOf(diet, 'Fish');
		const changed = await api.patch(
			`${path}/questions/${diet.id}`,
			{ choices: [{ id: fish, label: 'Fish, please' }, { label: 'None' }] },
			mine(),
		);
		expect(changed.status).toBe(200);
		expect(changed.body.choices.map((one: { label: string }) => one.label)).toEqual(['Fish, please', 'None']);
		expect(changed.body.choices[0].id).toBe(fish);
		// Chosen before: still theirs and read by its words. Once they chose another it is to be chosen no more.
		const say = (choice: string) => answer(order.manageToken, { attendeeId, answers: { [diet.id]: choice } });
		const again = await say(vegan);
		expect(again.status).toBe(200);
		expect(again.body.questions[0].choices).toContainEqual({ id: vegan, label: 'Vegan' });
		expect((await say(fish)).body.questions[0].choices).not.toContainEqual({ id: vegan, label: 'Vegan' });
		const back = await say(vegan);
		expect([back.status, back.body.details[0].field]).toEqual([400, `people.0.answers.${diet.id}`]);
		const stored = await database().pool.query('SELECT choices FROM questions WHERE id = $1', [diet.id]);
		expect(stored.rows[0].choices.map((one: { label: string }) => one.label)).toEqual([
			'Fish, please',
			'None',
			'Vegan',
		]);
		const made = await api.patch(
			`${path}/questions/${diet.id}`,
			{ choices: [{ id: 'made-up', label: 'X' }] },
			mine(),
		);
		expect([made.status, made.body.details[0].field]).toEqual([400, 'choices.0.id']);
	});

	test('what contradicts itself is refused at its field', async () => {
		const { path } = await selling();
		const { path: elsewhere, standard: foreignType } = await selling();
		const foreign = await ask(elsewhere, { label: 'Consent', kind: 'consent' });
		const person = await ask(path, { label: 'Consent', kind: 'consent' });
		const name = await ask(path, { label: 'Name', kind: 'text' });
		const refused: [string, object][] = [
			['label', { label: ' ', kind: 'text' }],
			['kind', { label: 'X', kind: 'drawing' }],
			['choices', { label: 'X', kind: 'single_choice' }],
			['choices.1.label', { label: 'X', kind: 'single_choice', choices: [{ label: 'a' }, { label: 'A' }] }],
			['ticketTypeIds', { label: 'X', kind: 'text', ticketTypeIds: [foreignType] }],
			[
				'shownWhen.questionId',
				{ label: 'X', kind: 'text', shownWhen: { questionId: foreign.id, equals: 'yes' } },
			],
			['shownWhen.equals', { label: 'X', kind: 'text', shownWhen: { questionId: person.id, equals: 'no' } }],
			['shownWhen.equals', { label: 'X', kind: 'text', shownWhen: { questionId: name.id, equals: 'yes' } }],
			[
				'shownWhen.questionId',
				{ label: 'X', kind: 'text', scope: 'order', shownWhen: { questionId: person.id, equals: 'yes' } },
			],
			['isAskedAtDoor', { label: 'X', kind: 'text', scope: 'order', isAskedAtDoor: true }],
			['isAskedAtDoor', { label: 'X', kind: 'file', isAskedAtDoor: true }],
		];
		for (const [field, body] of refused) {
			const { status, body: problem } = await api.post(`${path}/questions`, body, mine());
			expect([field, status]).toEqual([field, 400]);
			expect(problem.details.map((one: { field: string }) => one.field)).toContain(field);
		}
		expect(await list(path)).toHaveLength(2);
	});

	test('two editors: the second is refused, and nothing of theirs is written', async () => {
		const { path } = await selling();
		const made = await ask(path, { label: 'Size', kind: 'text' });
		const save = (label: string, version: number) =>
			api.patch(
				`${path}/questions/${made.id}`,
				{ label },
				{ ...mine(), headers: { 'If-Match': `"${version}"` } },
			);
		const both = await Promise.all([save('Shirt', 1), save('Shoes', 1)]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
		const winner = both.find(({ status }) => status === 200);
		expect(await list(path)).toMatchObject([{ label: winner?.body.label, version: 2 }]);
	});

	test('an order names every question once and keeps conditions behind what they hang on', async () => {
		const { path } = await selling();
		const first = await ask(path, { label: 'Vegan?', kind: 'consent' });
		const second = await ask(path, {
			label: 'Which milk?',
			kind: 'text',
			shownWhen: { questionId: first.id, equals: 'yes' },
		});
		const third = await ask(path, { label: 'Name', kind: 'text' });
		const put = (...ids: string[]) => api.call('PUT', `${path}/questions/order`, { ids }, mine());
		expect((await put(third.id, first.id, second.id)).body.data.map((one: Made) => one.id)).toEqual([
			third.id,
			first.id,
			second.id,
		]);
		expect((await put(second.id, first.id, third.id)).body.metadata.rule).toBe(
			'question-before-its-condition',
		);
		for (const ids of [
			[first.id, second.id],
			[first.id, first.id, second.id],
			[first.id, second.id, owner.userId],
		])
			expect([(await put(...ids)).status, ids.length]).toEqual([400, ids.length]);
		expect((await list(path)).map(({ id }) => id)).toEqual([third.id, first.id, second.id]);
	});

	test('what another question hangs on cannot go; alone it is deleted, with answers archived and asked again', async () => {
		const { path, standard } = await selling();
		const diet = await ask(path, {
			label: 'Diet',
			kind: 'single_choice',
			choices: [{ label: 'Vegan' }, { label: 'Other' }],
		});
		const which = await ask(path, {
			label: 'Which?',
			kind: 'text',
			shownWhen: { questionId: diet.id, equals: choiceOf(diet, 'Other') },
		});
		const remove = (id: string) => api.delete(`${path}/questions/${id}`, mine());
		expect((await remove(diet.id)).body.metadata.rule).toBe('question-in-use');
		const taken = await api.patch(
			`${path}/questions/${diet.id}`,
			{ choices: [{ id: choiceOf(diet, 'Vegan'), label: 'Vegan' }] },
			mine(),
		);
		expect(taken.body.metadata.rule).toBe('question-in-use');
		expect((await remove(which.id)).body).toEqual({ outcome: 'deleted' });
		const order = await register(path, [{ ticketTypeId: standard, quantity: 1 }]);
		const attendeeId = order.attendees[0]?.id as string;
		await answer(order.manageToken, { attendeeId, answers: { [diet.id]: choiceOf(diet, 'Vegan') } });
		const kind = await api.patch(`${path}/questions/${diet.id}`, { kind: 'text' }, mine());
		expect(kind.body.metadata.rule).toBe('question-answered');
		expect((await remove(diet.id)).body).toEqual({ outcome: 'archived' });
		expect((await remove(diet.id)).body).toEqual({ outcome: 'archived' });
		expect(await list(path)).toMatchObject([{ id: diet.id, isArchived: true, answerCount: 1 }]);
		const asked = await api.get(`/api/orders/${order.manageToken}/questions`);
		expect(asked.body).toMatchObject({ questions: [], missingCount: 0 });
		const stored = await api.get(`${path}/attendees/${attendeeId}/answers`, mine());
		expect(stored.body).toMatchObject({
			questions: [{ id: diet.id, isArchived: true }],
			answers: { [diet.id]: choiceOf(diet, 'Vegan') },
		});
		const late = await answer(order.manageToken, {
			attendeeId,
			answers: { [diet.id]: choiceOf(diet, 'Other') },
		});
		expect(late.status).toBe(400);
		const back = await api.patch(`${path}/questions/${diet.id}`, { isArchived: false }, mine());
		expect(back.body).toMatchObject({ isArchived: false, answerCount: 1 });
		await expectInvariants(services);
	});

	test('a ticket that a question is asked for alone cannot go before the question', async () => {
		const { path, standard } = await selling();
		const vip = (await api.post(`${path}/ticket-types`, { name: 'VIP' }, mine())).body.id as string;
		const both = await ask(path, { label: 'Both', kind: 'text', ticketTypeIds: [standard, vip] });
		const only = await ask(path, { label: 'Only', kind: 'text', ticketTypeIds: [vip] });
		const remove = () => api.delete(`${path}/ticket-types/${vip}`, mine());
		expect((await remove()).body.metadata.rule).toBe('ticket-type-asked');
		await api.delete(`${path}/questions/${only.id}`, mine());
		expect((await remove()).status).toBe(204);
		expect(await list(path)).toMatchObject([{ id: both.id, ticketTypeIds: [standard], version: 2 }]);
	});

	test('a copy of the event asks the same, of its own tickets', async () => {
		const { event, path } = await selling();
		const vip = (await api.post(`${path}/ticket-types`, { name: 'VIP' }, mine())).body.id as string;
		const diet = await ask(path, {
			label: 'Diet',
			kind: 'single_choice',
			choices: [{ label: 'Vegan' }],
			ticketTypeIds: [vip],
		});
		await ask(path, {
			label: 'Which?',
			kind: 'text',
			shownWhen: { questionId: diet.id, equals: choiceOf(diet, 'Vegan') },
		});
		const copy = await api.post(`/api/events/${event.id}/duplicate`, undefined, mine());
		expect(copy.status).toBe(201);
		const copied = `/api/events/${copy.body.id}`;
		const types = (await api.get(`${copied}/ticket-types`, mine())).body.data as {
			id: string;
			name: string;
		}[];
		const [first, second] = await list(copied);
		expect(first).toMatchObject({
			label: 'Diet',
			ticketTypeIds: [types.find(({ name }) => name === 'VIP')?.id],
			choices: diet.choices,
		});
		expect(second).toMatchObject({ shownWhen: { questionId: first?.id, equals: choiceOf(diet, 'Vegan') } });
	});

	test('who may look may not write; questions of others do not exist', async () => {
		const { path } = await selling();
		const made = await ask(path, { label: 'Size', kind: 'text' });
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		expect((await api.get(`${path}/questions`, { token: marketing.token })).status).toBe(200);
		const theirs = { token: marketing.token };
		expect((await api.patch(`${path}/questions/${made.id}`, { label: 'X' }, theirs)).status).toBe(403);
		const { path: other } = await selling();
		expect((await api.patch(`${other}/questions/${made.id}`, { label: 'X' }, mine())).status).toBe(404);
		expect((await api.delete(`${other}/questions/${made.id}`, mine())).status).toBe(404);
	});
});
