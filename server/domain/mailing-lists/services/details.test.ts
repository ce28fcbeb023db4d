import { describe, expect, test } from 'vitest';
import { networksFrom } from '#server/platform/public-addresses.ts';
import { contact, useMailingServices } from '#tests/support/use-mailing-services.ts';
import { adapterOf, callOf } from './adapters.ts';
import { listName } from './calls.ts';

const start = useMailingServices();
const done = { kind: 'done', remoteId: expect.any(String) };
const leftThere = { kind: 'refused', problem: 'left-there' };
const notAllowed = { kind: 'stopped', problem: 'not-allowed' };

describe('Mailchimp', () => {
	test('is called at the data centre of the key, and nowhere else', () => {
		const { baseUrl } = adapterOf({ mailchimpUrl: undefined, brevoUrl: undefined }, 'mailchimp');
		const at = (apiKey: string) => baseUrl({ apiKey, user: '', address: 'https://evil.example.org' });
		const key = '0123456789abcdef0123456789abcdef';
		expect(at(`${key}-us6`)).toBe('https://us6.api.mailchimp.com');
		expect(at(`${key}-us21`)).toBe('https://us21.api.mailchimp.com');
		const wrong = [
			'',
			'-',
			'-us6.evil.example',
			'-evil.example/us6',
			'-us6#',
			'-us6@x',
			'-us6/',
			'-US6',
			'-us6666',
		];
		for (const end of wrong) expect([end, at(`${key}${end}`)]).toEqual([end, null]);
		const own = adapterOf({ mailchimpUrl: 'https://proxy.example.org/mc', brevoUrl: undefined }, 'mailchimp');
		expect(own.baseUrl({ apiKey: `${key}-us6`, user: '', address: '' })).toBe('https://proxy.example.org/mc');
		expect(own.baseUrl({ apiKey: key, user: '', address: '' })).toBeNull();
	});

	test('gets names and the time of the consent, never a status of somebody who is there', async () => {
		const world = await start('mailchimp');
		// The MD5 of the address in lower case.
		expect(await world.add('Ada@Example.org')).toEqual({
			kind: 'done',
			remoteId: '5bfcf2d8e394674550332640d72db509',
		});
		expect(world.members()).toMatchObject([
			{
				email: 'Ada@Example.org',
				more: {
					fields: { FNAME: 'Ada', LNAME: 'Lovelace' },
					optedInAt: '2026-05-01T10:00:00+00:00',
					tags: [],
				},
			},
		]);
		const puts = world.standIn.calls.filter(({ method }) => method === 'PUT');
		expect(puts).toHaveLength(1);
		expect(puts[0]?.body).not.toHaveProperty('status');
		expect(puts[0]?.query).toEqual({ skip_merge_validation: 'true' });
	});

	test('whoever was forgotten, archived or bounced there is not added', async () => {
		const world = await start('mailchimp');
		world.there('forget', 'forgotten@example.org');
		world.there('archive', 'archived@example.org');
		world.there('bounce', 'bounced@example.org');
		expect(await world.add('forgotten@example.org')).toEqual(leftThere);
		expect(await world.add('archived@example.org')).toEqual(leftThere);
		expect(await world.add('bounced@example.org')).toEqual({ kind: 'refused', problem: 'address-refused' });
	});

	test('whom we unsubscribed is subscribed again, and whom the organiser unsubscribed is not', async () => {
		const world = await start('mailchimp');
		const { remoteId } = (await world.add('ada@example.org')) as { remoteId: string };
		await world.remove(remoteId);
		expect(await world.add('ada@example.org')).toEqual(done);
		expect(world.members()).toMatchObject([{ status: 'subscribed', more: { tags: [] } }]);
		world.there('take-off', 'ada@example.org');
		expect(await world.add('ada@example.org')).toEqual(leftThere);
		await world.remove(remoteId);
		expect(await world.add('ada@example.org')).toEqual(leftThere);
	});

	test('whom we unsubscribed and who then complained there stays away', async () => {
		const world = await start('mailchimp');
		await world.add('ada@example.org');
		const [member] = world.members();
		await world.remove(world.standIn.calls[0]?.path.split('/').at(-1) as string);
		expect(world.members()).toMatchObject([
			{ email: member?.email, status: 'unsubscribed', more: { tags: ['consent-ended'] } },
		]);
		world.there('leave', 'ada@example.org');
		expect(await world.add('ada@example.org')).toEqual(leftThere);
	});
});

describe('Brevo', () => {
	test('is called at its address, or the one that the operator set', () => {
		const settings = { apiKey: 'xkeysib-1', user: '', address: 'https://evil.example.org' };
		const own = adapterOf({ mailchimpUrl: undefined, brevoUrl: undefined }, 'brevo');
		expect(own.baseUrl(settings)).toBe('https://api.brevo.com');
		const other = adapterOf({ mailchimpUrl: undefined, brevoUrl: 'http://127.0.0.1:9' }, 'brevo');
		expect(other.baseUrl(settings)).toBe('http://127.0.0.1:9');
	});

	test('a contact is new in one call, and known by its id', async () => {
		const world = await start('brevo');
		expect(await world.add('ada@example.org')).toEqual({ kind: 'done', remoteId: '101' });
		expect(world.standIn.calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
			{
				...{ method: 'POST', path: '/v3/contacts' },
				body: {
					email: 'ada@example.org',
					attributes: { FIRSTNAME: 'Ada', LASTNAME: 'Lovelace' },
					...{ listIds: [2], updateEnabled: false },
				},
			},
		]);
	});

	test('an account without these attributes takes contacts without names', async () => {
		const world = await start('brevo', { attributes: ['PRENOM', 'NOM'] });
		expect(await world.add('ada@example.org')).toEqual(done);
		expect(world.members()).toMatchObject([{ email: 'ada@example.org', name: '', status: 'subscribed' }]);
	});

	test('whoever is blocklisted stays off the list; a contact that was deleted is new again', async () => {
		const world = await start('brevo');
		world.there('block', 'blocked@example.org');
		expect(await world.add('blocked@example.org')).toEqual(leftThere);
		expect(world.members()).toEqual([]);
		const first = await world.add('ada@example.org');
		world.there('forget', 'ada@example.org');
		expect(await world.remove((first as { remoteId: string }).remoteId)).toEqual({ kind: 'done' });
		expect(await world.add('ada@example.org')).toEqual(done);
	});

	test('a full account stops the list', async () => {
		const world = await start('brevo');
		const { adapter, settings } = world;
		for (const answer of [
			{ status: 402, json: { code: 'not_enough_credits', message: 'Not enough credits' } },
			{ status: 400, json: { code: 'not_enough_credits', message: 'Not enough credits' } },
		]) {
			const call = async () => ({ ...answer, retryAfterSeconds: null });
			expect(await adapter.add(call, settings, '2', contact('a@example.org'))).toEqual({
				...{ kind: 'stopped', problem: 'account-full' },
			});
		}
		const call = async () => ({
			...{ status: 401, retryAfterSeconds: null },
			json: {
				code: 'unauthorized',
				message: 'We have detected you are using an unrecognised IP address 1.2.3.4.',
			},
		});
		expect(await adapter.findLists(call, settings)).toEqual(notAllowed);
	});

	test('ids that are none reach nothing', async () => {
		const world = await start('brevo');
		const { adapter, call, settings } = world;
		for (const id of ['', '0', '1/contacts', '../2', '1e3', 'x', '-1', '9'.repeat(30)]) {
			expect(await adapter.add(call, settings, id, contact('a@example.org'))).toEqual({
				...{ kind: 'stopped', problem: 'list-gone' },
			});
			expect(await adapter.remove(call, settings, id, '1')).toEqual({ kind: 'done' });
		}
		expect(world.standIn.calls).toEqual([]);
	});
});

test('names of lists are one line that a database takes and a screen can show', () => {
	const names = [
		'a\0b\n c',
		`${'x'.repeat(199)}😀`,
		'\u202Egnp.exe',
		'',
		' \u2066 ',
		'n'.repeat(100_000),
		'<b>👩‍🚀</b>',
	];
	expect(names.map((name) => listName.parse(name))).toEqual([
		'a b c',
		`${'x'.repeat(199)}😀`,
		'gnp.exe',
		'–',
		'–',
		'n'.repeat(200),
		'<b>👩‍🚀</b>',
	]);
});

describe('a call', () => {
	test('ends when the process does, and gives back only whole answers', async () => {
		const world = await start('brevo');
		const config = { privateTargets: networksFrom(['127.0.0.0/8']) };
		const aborted = callOf({ config } as never, world.standIn.url, AbortSignal.abort());
		const request = { method: 'GET', path: '/v3/contacts/lists' } as const;
		expect(await aborted(request)).toEqual({ status: null, json: undefined, retryAfterSeconds: null });
		world.standIn.fail('huge');
		expect(await world.call(request)).toEqual({ status: 200, json: undefined, retryAfterSeconds: null });
		world.standIn.fail('busy');
		expect(await world.call(request)).toMatchObject({ status: 429, retryAfterSeconds: 7 });
	});

	test('carries no address and no key in its path when somebody is new', async () => {
		for (const service of ['mailchimp', 'brevo', 'listmonk'] as const) {
			const world = await start(service);
			await world.add('ada@example.org');
			const paths = world.standIn.calls.map(({ path, query }) => JSON.stringify([path, query]));
			for (const path of paths) {
				expect(path).not.toMatch(/ada(@|%40)/i);
				expect(path).not.toContain(world.settings.apiKey);
			}
		}
	});
});
