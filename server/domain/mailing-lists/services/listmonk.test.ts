import { describe, expect, test } from 'vitest';
import type { OutboundOptions } from '#server/platform/outbound.ts';
import { networksFrom } from '#server/platform/public-addresses.ts';
import type { ServiceSettings } from '#shared/rules/mailing-services.ts';
import { useMailingServices } from '#tests/support/use-mailing-services.ts';
import { adapterOf, callOf } from './adapters.ts';

const start = useMailingServices();
const done = { kind: 'done', remoteId: expect.any(String) };
const leftThere = { kind: 'refused', problem: 'left-there' };
const notAllowed = { kind: 'stopped', problem: 'not-allowed' };

describe('listmonk', () => {
	test('takes any spelling of its address, and none that hides another', () => {
		const { baseUrl } = adapterOf({ mailchimpUrl: undefined, brevoUrl: undefined }, 'listmonk');
		const at = (address: string, more: Partial<ServiceSettings> = {}) =>
			baseUrl({ apiKey: 'key', user: 'foyer', address, ...more });
		const good = 'https://lists.example.org';
		for (const end of ['', '/', '/admin', '/admin/lists/1', '/api', '/api/'])
			expect(at(good + end)).toBe(good);
		expect(at(`${good}:9000/mail/`)).toBe(`${good}:9000/mail`);
		expect(at('http://127.0.0.1:9000')).toBe('http://127.0.0.1:9000');
		const wrong = ['lists.example.org', 'ftp://lists.example.org', 'https://', `${good}?x=1`, `${good}#x`];
		const hidden = [
			'https://user:password@example.org',
			'https://a@b',
			`${good}\\@x`,
			`${good} x`,
			`${good}\n`,
		];
		for (const address of [...wrong, ...hidden, 'javascript:alert(1)', `${good}/${'a'.repeat(500)}`])
			expect([address, at(address)]).toEqual([address, null]);
		for (const user of ['', 'a:b', 'a b', 'a\r\nx: y', 'é'])
			expect([user, at(good, { user })]).toEqual([user, null]);
	});

	test('gets the text and the time of the consent, and need not ask again', async () => {
		const world = await start('listmonk');
		expect(await world.add('ada@example.org')).toEqual(done);
		expect(world.members()).toEqual([
			{
				...{ email: 'ada@example.org', name: 'Ada Lovelace', status: 'subscribed' },
				more: {
					attribs: { consent_text: 'Send me “news” by email.', consent_at: '2026-05-01T10:00:00.250Z' },
				},
			},
		]);
		await world.add('grace@example.org', '');
		expect(world.members()[1]?.name).toBe('grace');
	});

	test.each([3, 4, 5] as const)('version %i: somebody who is on another list is found', async (version) => {
		const world = await start('listmonk', { version, mayQuery: version < 5 });
		const other = world.standIn.lists[1]?.id as string;
		const odd = ["o'hara.x+1@example.org", 'ohara.x1@example.org', 'a_%b@example.org', '$^(x)|*@example.org'];
		for (const email of odd) world.standIn.there({ kind: 'subscribe', listId: other, email });
		// More than one page of others.
		for (let n = 0; n < 30; n += 1)
			world.standIn.there({ kind: 'subscribe', listId: other, email: `other${n}@example.org` });
		for (const email of odd) expect([email, await world.add(email)]).toEqual([email, done]);
		expect(world.members().map(({ email }) => email)).toEqual(odd);
		world.there('leave', odd[0] as string);
		expect(await world.add(odd[0] as string)).toEqual(leftThere);
		world.there('block', odd[1] as string);
		expect(await world.add(odd[1] as string)).toEqual(leftThere);
	});

	test('what the user may not see or do stops the list instead of losing somebody', async () => {
		const noSearch = await start('listmonk', { version: 4 });
		const other = noSearch.standIn.lists[1]?.id as string;
		noSearch.standIn.there({ kind: 'subscribe', listId: other, email: 'ada@example.org' });
		// More than one page of others, as a version without a search would give.
		for (let n = 0; n < 30; n += 1)
			noSearch.standIn.there({ kind: 'subscribe', listId: other, email: `other${n}@example.org` });
		expect(await noSearch.add('ada@example.org')).toEqual(notAllowed);
		const elsewhere = await start('listmonk', { managed: ['4'] });
		expect(elsewhere.listId).toBe('3');
		expect(await elsewhere.add('ada@example.org')).toEqual(notAllowed);
		const hidden = await start('listmonk', { managed: ['3'] });
		hidden.standIn.there({ kind: 'subscribe', listId: '4', email: 'ada@example.org' });
		expect(await hidden.add('ada@example.org')).toEqual(notAllowed);
		expect(hidden.members()).toEqual([]);
		const seesAll = await start('listmonk', { managed: ['4'], seesAll: true });
		seesAll.standIn.there({ kind: 'subscribe', listId: '4', email: 'ada@example.org' });
		expect(await seesAll.add('ada@example.org')).toEqual(notAllowed);
		expect(seesAll.members()).toEqual([]);
	});

	test('with a list role one is removed twice', async () => {
		const world = await start('listmonk', { managed: ['3'] });
		const added = await world.add('ada@example.org');
		const { remoteId } = added as { remoteId: string };
		for (const _ of [1, 2]) expect(await world.remove(remoteId)).toEqual({ kind: 'done' });
		expect(world.members()).toEqual([]);
	});

	test('waits for a confirmation there no longer', async () => {
		const world = await start('listmonk');
		const { call, settings } = world;
		world.there('subscribe', 'ada@example.org');
		await call({
			...{ method: 'PUT', path: '/api/subscribers/lists' },
			headers: { authorization: `token ${settings.user}:${settings.apiKey}` },
			body: { ids: [1], action: 'add', target_list_ids: [3], status: 'unconfirmed' },
		});
		expect(world.members()).toMatchObject([{ status: 'pending' }]);
		expect(await world.add('ada@example.org')).toEqual(done);
		expect(world.members()).toMatchObject([{ status: 'subscribed' }]);
	});

	test('reaches nothing private, by an address or by a name, whatever it resolves to', async () => {
		const world = await start('listmonk');
		const { port } = new URL(world.standIn.url);
		const { adapter } = world;
		const find = async (address: string, options: OutboundOptions = {}, isOpen = false) => {
			const settings = { ...world.settings, address };
			const privateTargets = isOpen ? networksFrom(['127.0.0.2/31']) : undefined;
			const call = callOf(
				{ config: { privateTargets } } as never,
				adapter.baseUrl(settings) as string,
				undefined,
				options,
			);
			return adapter.findLists(call, settings);
		};
		const away = { kind: 'later', afterSeconds: null };
		const hosts = [
			'169.254.169.254',
			'[::1]',
			'127.0.0.1',
			'2130706433',
			'[::ffff:127.0.0.1]',
			'localhost',
			'10.0.0.1',
		];
		for (const host of hosts) {
			expect([host, await find(`https://${host}:${port}`)]).toEqual([host, away]);
			expect([host, await find(`http://${host}:${port}`)]).toEqual([host, away]);
		}
		for (const addresses of [['127.0.0.1'], ['93.184.216.34', '169.254.169.254'], ['::1']])
			expect(await find('https://lists.example.org', { resolve: async () => addresses })).toEqual(away);
		// The first answer may be called and nobody listens there; the stand-in is at the second.
		let answers = 0;
		const resolve = async () => {
			answers += 1;
			return answers === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
		};
		expect(await find(`http://rebind.example.org:${port}`, { resolve }, true)).toEqual(away);
		expect(answers).toBe(1);
		expect(world.standIn.calls).toEqual([]);
	});
});
