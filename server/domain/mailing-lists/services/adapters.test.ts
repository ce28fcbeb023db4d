import { afterEach, describe, expect, test } from 'vitest';
import { networksFrom } from '#server/platform/public-addresses.ts';
import { mailingServices } from '#shared/rules/mailing-services.ts';
import {
	type MailingServiceOptions,
	type StandIn,
	startMailingService,
} from '#tests/support/mailing-services.ts';
import { adapterOf, callOf } from './adapters.ts';
import type { Contact } from './service.ts';

const privateTargets = networksFrom(['127.0.0.0/8']);
let standIn: StandIn | undefined;
afterEach(async () => {
	const undocumented = standIn?.undocumented;
	await standIn?.close();
	standIn = undefined;
	expect(undocumented ?? []).toEqual([]);
});

const contact = (email: string, name = 'Ada Lovelace'): Contact => ({
	...{ email, name, remoteId: null },
	consent: { text: 'Send me news by email.', confirmedAt: new Date('2026-05-01T10:00:00.250Z') },
});

async function start(service: (typeof mailingServices)[number], options: MailingServiceOptions = {}) {
	const started = await startMailingService(service, options);
	standIn = started;
	const config = { mailchimpUrl: started.url, brevoUrl: started.url, privateTargets };
	const adapter = adapterOf(config, service);
	const { settings, lists } = started;
	const baseUrl = adapter.baseUrl(settings) as string;
	const call = callOf({ config } as never, baseUrl);
	const listId = lists[0]?.id as string;
	const world = {
		...{ standIn: started, adapter, call, settings, listId },
		add: (one: Contact | string) =>
			adapter.add(world.call, settings, listId, typeof one === 'string' ? contact(one) : one),
		remove: (remoteId: string) => adapter.remove(world.call, settings, listId, remoteId),
		members: () => started.members(listId),
	};
	return world;
}
type World = Awaited<ReturnType<typeof start>>;

async function added(world: World, email: string): Promise<string> {
	const result = await world.add(email);
	if (result.kind !== 'done') throw new Error(JSON.stringify(result));
	return result.remoteId;
}

describe.each(mailingServices)('%s', (service) => {
	test('says which lists there are, with how many are on them', async () => {
		const world = await start(service, { lists: Array.from({ length: 120 }, (_, n) => `List ${n}`) });
		await added(world, 'ada@example.org');
		const found = await world.adapter.findLists(world.call, world.settings);
		if (found.kind !== 'done') throw new Error(JSON.stringify(found));
		expect(found.lists.length).toBe(120);
		expect(found.lists[0]).toEqual({ id: world.listId, name: 'List 0', contacts: 1 });
		await world.standIn.close();
		const empty = await start(service, { lists: [] });
		expect(await empty.adapter.findLists(empty.call, empty.settings)).toEqual({ kind: 'done', lists: [] });
	});

	test('a contact is added once, however often it is sent, and removed once', async () => {
		const world = await start(service);
		const remoteId = await added(world, 'Ada.O’Neil+news@Example.org');
		expect(await added(world, 'Ada.O’Neil+news@Example.org')).toBe(remoteId);
		expect(world.members()).toMatchObject([{ name: 'Ada Lovelace', status: 'subscribed' }]);
		for (const _ of [1, 2]) expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
		expect(world.members().filter((one) => one.status === 'subscribed')).toEqual([]);
	});

	test('a consent that was given again is sent again', async () => {
		const world = await start(service);
		for (const _ of [1, 2, 3]) {
			const remoteId = await added(world, 'ada@example.org');
			expect(world.members()).toMatchObject([{ email: 'ada@example.org', status: 'subscribed' }]);
			await world.remove(remoteId);
		}
		expect(world.members().filter((one) => one.status === 'subscribed')).toEqual([]);
	});

	test('whoever left there stays away, after a removal too', async () => {
		const world = await start(service);
		const remoteId = await added(world, 'ada@example.org');
		world.standIn.there({ kind: 'leave', listId: world.listId, email: 'ada@example.org' });
		expect(await world.add('ada@example.org')).toEqual({ kind: 'refused', problem: 'left-there' });
		expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
		expect(await world.add('ada@example.org')).toEqual({ kind: 'refused', problem: 'left-there' });
		world.standIn.there({ kind: 'leave', listId: world.listId, email: 'new@example.org' });
		expect(await world.add('new@example.org')).toEqual({ kind: 'refused', problem: 'left-there' });
		expect(world.members().filter((one) => one.status === 'subscribed')).toEqual([]);
	});

	test('somebody who is there already, and what the organiser wrote of them, stays', async () => {
		const world = await start(service);
		world.standIn.there({ kind: 'subscribe', listId: world.listId, email: 'grace@example.org' });
		const before = world.members();
		await added(world, 'grace@example.org');
		expect(world.members()).toEqual(before);
	});

	test('one is added to another list of the account', async () => {
		const world = await start(service);
		await added(world, 'o’hara@example.org');
		const other = world.standIn.lists[1]?.id as string;
		const again = await world.adapter.add(world.call, world.settings, other, contact('o’hara@example.org'));
		expect(again.kind).toBe('done');
		expect(world.standIn.members(other)).toMatchObject([{ status: 'subscribed' }]);
		expect(world.members()).toMatchObject([{ status: 'subscribed' }]);
	});

	test('an address that it refuses concerns this contact alone', async () => {
		const world = await start(service);
		for (const email of ['nobody@nowhere.invalid', 'no-domain@'])
			expect(await world.add(email)).toEqual({ kind: 'refused', problem: 'address-refused' });
		expect((await world.add('ada@example.org')).kind).toBe('done');
	});

	test('any name goes along as far as it fits', async () => {
		const world = await start(service);
		const names: [string, RegExp][] = [
			['Ada', /^Ada$/],
			['  Ada   Augusta\nKing\tof Lovelace ', /^Ada Augusta King of Lovelace$/],
			['🎉', /^🎉$/u],
			['<script>"Bobby"; DROP TABLE</script>', /^<script>"Bobby"; DROP TABLE<\/script>$/],
			['x'.repeat(300), /^x{100,200}$/],
			[`${'🎉'.repeat(150)} ${'é'.repeat(300)}`, /^🎉{100,150} ?é{0,100}$/u],
			['\u0000\r\n', /^(?:one\d)?$/],
			['', /^(?:one\d)?$/],
		];
		for (const [index, [name, expected]] of names.entries()) {
			const email = `one${index}@example.org`;
			expect((await world.add(contact(email, name))).kind).toBe('done');
			expect(world.members().find((one) => one.email === email)?.name).toMatch(expected);
		}
	});

	test('a key that is refused, or may not do this, stops the list', async () => {
		const world = await start(service);
		const { adapter, call, settings, listId } = world;
		const wrong = { ...settings, apiKey: settings.apiKey.replace(/[a-z]/, 'q') };
		const refusedKey = { kind: 'stopped', problem: 'key-refused' };
		expect(await adapter.findLists(call, wrong)).toEqual(refusedKey);
		expect(await adapter.add(call, wrong, listId, contact('ada@example.org'))).toEqual(refusedKey);
		expect(await adapter.remove(call, wrong, listId, '1')).toEqual(refusedKey);
		world.standIn.fail('not-allowed');
		const notAllowed = { kind: 'stopped', problem: 'not-allowed' };
		expect(await adapter.findLists(call, settings)).toEqual(notAllowed);
		expect(await world.add('ada@example.org')).toEqual(notAllowed);
		expect(await world.remove('1')).toEqual(notAllowed);
	});

	test('a list that is gone stops it, and nobody is on it any more', async () => {
		const world = await start(service);
		const remoteId = await added(world, 'ada@example.org');
		world.standIn.there({ kind: 'delete-list', listId: world.listId });
		for (const email of ['grace@example.org', 'ada@example.org'])
			expect(await world.add(email)).toEqual({ kind: 'stopped', problem: 'list-gone' });
		expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
	});

	test('what is busy, away or no such service is tried later', async () => {
		const world = await start(service);
		const remoteId = await added(world, 'ada@example.org');
		for (const how of ['busy', 'error', 'dead', 'text', 'huge', 'wrong-types', 'redirect'] as const) {
			world.standIn.fail(how);
			const results = [
				await world.adapter.findLists(world.call, world.settings),
				await world.add('new@example.org'),
				// Mailchimp's 204 has no body that could be wrong, and Brevo's removal is not read.
				...(['text', 'huge', 'wrong-types'].includes(how) ? [] : [await world.remove(remoteId)]),
			];
			const afterSeconds = how === 'busy' && service !== 'mailchimp' ? 7 : null;
			for (const result of results) expect([how, result]).toEqual([how, { kind: 'later', afterSeconds }]);
		}
		world.standIn.fail(null);
		expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
		expect(world.members().some((one) => one.email === 'new@example.org')).toBe(false);
	});

	test('a call that breaks between two others leaves nobody added who left, and is mended by the next', async () => {
		for (const broken of [1, 2, 3]) {
			const world = await start(service);
			const remoteId = await added(world, 'ada@example.org');
			const calls = world.standIn.calls.length;
			// The removal breaks off after so many calls; repeated it is whole.
			await withBreak(world, broken, () => world.remove(remoteId));
			expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
			expect(world.members().filter((one) => one.status === 'subscribed')).toEqual([]);
			await withBreak(world, broken, () => world.add('ada@example.org'));
			expect((await world.add('ada@example.org')).kind).toBe('done');
			expect(world.members()).toMatchObject([{ status: 'subscribed' }]);
			world.standIn.there({ kind: 'leave', listId: world.listId, email: 'ada@example.org' });
			expect(await world.add('ada@example.org')).toEqual({ kind: 'refused', problem: 'left-there' });
			expect(world.standIn.calls.length).toBeGreaterThan(calls);
			expect(world.standIn.undocumented).toEqual([]);
			await world.standIn.close();
		}
	});

	test('a key that would write a header of its own is none', async () => {
		const adapter = adapterOf({ mailchimpUrl: undefined, brevoUrl: undefined }, service);
		const right = { apiKey: 'A'.repeat(32), user: 'foyer', address: 'https://lists.example.org' };
		const keyed = service === 'mailchimp' ? { ...right, apiKey: `${right.apiKey}-us6` } : right;
		expect(adapter.baseUrl(keyed)).toMatch(/^https:\/\//);
		for (const end of ['\r\nx-injected: 1', '\n', '\u0000', ' ', 'é', '\t', 'x'.repeat(600)])
			expect([end, adapter.baseUrl({ ...keyed, apiKey: keyed.apiKey + end })]).toEqual([end, null]);
		expect(adapter.baseUrl({ ...keyed, apiKey: '' })).toBeNull();
	});
});

/** Lets `calls` calls through and breaks the one after them. */
async function withBreak(world: World, calls: number, run: () => Promise<unknown>): Promise<void> {
	let left = calls;
	const { call } = world;
	const breaking: typeof call = async (request) => {
		left -= 1;
		return left < 0 ? { status: null, json: undefined, retryAfterSeconds: null } : call(request);
	};
	world.call = breaking;
	await run();
	world.call = call;
}
