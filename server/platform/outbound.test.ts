import { describe, expect, test } from 'vitest';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { callOutbound, type OutboundOptions, readTarget, sendOutbound } from './outbound.ts';
import { isPublicAddress, networksFrom } from './public-addresses.ts';

const receiver = useReceiver();
const loopback = networksFrom(['127.0.0.0/8', '::1/128']);
const send = (url: string, options: OutboundOptions = {}) =>
	sendOutbound({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, options);
const open = { privateNetworks: loopback };

/** Spellings of an IPv4 address that resolvers and parsers read. */
function spellings(address: string): string[] {
	const parts = address.split('.').map(Number) as [number, number, number, number];
	const number = parts.reduce((sum, part) => sum * 256 + part, 0);
	const hex = (value: number) => `0x${value.toString(16)}`;
	const [a, b, c, d] = parts;
	const groups = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)].join(':');
	return [
		address,
		`${address}.`,
		String(number),
		hex(number),
		`0${number.toString(8)}`,
		parts.map(hex).join('.'),
		parts.map((part) => `0${part.toString(8)}`).join('.'),
		`${a}.${b}.${c * 256 + d}`,
		`${a}.${b * 65_536 + c * 256 + d}`,
		`[::ffff:${address}]`,
		`[::ffff:${groups}]`,
		`[0:0:0:0:0:ffff:${groups}]`,
		`[::${address}]`,
		`[64:ff9b::${groups}]`,
		`[64:ff9b:1::${groups}]`,
		`[2002:${groups}::1]`,
		`[2001:0:${groups}::1]`,
		encodeURIComponent(address).replaceAll('.', '%2e'),
		[...address]
			.map((char) => (/\d/.test(char) ? String.fromCharCode(0xff10 + Number(char)) : char))
			.join(''),
		address.replaceAll('.', '。'),
	];
}

const privateHosts = [
	...[
		'127.0.0.1',
		'127.1.2.3',
		'10.0.0.1',
		'10.255.255.254',
		'172.16.0.1',
		'172.31.255.1',
		'192.168.0.1',
		'169.254.169.254',
		'100.64.0.1',
		'0.0.0.0',
		'198.18.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'192.0.2.1',
	].flatMap(spellings),
	...[
		'localhost',
		'LOCALHOST',
		'localhost.',
		'a.localhost',
		'printer.local',
		'metadata.google.internal',
		'intranet',
	],
	...[
		'[::]',
		'[::1]',
		'[0:0:0:0:0:0:0:1]',
		'[fe80::1]',
		'[fc00::1]',
		'[fd00:ec2::254]',
		'[ff02::1]',
		'[fec0::1]',
	],
	...['[2001:db8::1]', '[3fff::1]', '[2001:20::1]', '[100::1]', '[5f00::1]', '[2620:4f:8000::1]'],
];
const hostile = [
	...privateHosts.map((host) => `https://${host}/hook`),
	...[
		'http://example.com/',
		'ftp://example.com/',
		'file:///etc/passwd',
		'gopher://example.com/',
		'javascript:alert(1)',
	],
	...[
		'https://user@example.com/',
		'https://user:password@example.com/',
		'https://example.com:22/',
		'https://example.com:25/',
	],
	...[
		'https://example.com:80/',
		'https://',
		'https:///',
		'not an address',
		'//example.com',
		`https://example.com/${'a'.repeat(2_000)}`,
	],
	...['https://example.com#@127.0.0.1/', 'https://127.0.0.1:8080/', 'https://127.0.0.1#.example.com/'],
];

describe('an address that users type', () => {
	test(`is refused when it leads nowhere public: ${hostile.length} of them, before anything is asked`, async () => {
		expect(hostile.length).toBeGreaterThanOrEqual(300);
		const passed: string[] = [];
		let calls = 0;
		for (const url of hostile) {
			const { error, address } = await send(url, {
				resolve: async () => {
					calls += 1;
					return ['127.0.0.1'];
				},
			});
			if ((error !== 'private' && error !== 'address') || address !== null) passed.push(`${url} ${error}`);
		}
		expect(passed).toEqual([]);
		expect(calls).toBe(0);
	});

	test('is called when it is public', () => {
		for (const url of [
			'https://example.com/hook',
			'https://example.com:8443/hook?key=1',
			'https://93.184.215.14/',
			'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
		])
			expect([url, 'error' in readTarget(url)]).toEqual([url, false]);
		expect(isPublicAddress('8.8.8.8')).toBe(true);
		expect(isPublicAddress('2a00:1450:4001::200e')).toBe(true);
		expect(isPublicAddress('fe80::1%eth0')).toBe(false);
	});

	test('whose name has one private address among public ones is not called', async () => {
		for (const bad of [
			'10.0.0.1',
			'::1',
			'::ffff:127.0.0.1',
			'64:ff9b::7f00:1',
			'fd00::1',
			'169.254.169.254',
		])
			for (const addresses of [[bad], ['8.8.8.8', bad], [bad, '2a00:1450:4001::200e']]) {
				const { error, address } = await send('https://rebind.example.com/', {
					resolve: async () => addresses,
				});
				expect([addresses, error, address]).toEqual([addresses, 'private', null]);
			}
		const nowhere = await send('https://nothing.example.com/', { resolve: async () => [] });
		expect(nowhere.error).toBe('dns');
		const slow = await send('https://slow.example.com/', {
			resolve: () => new Promise(() => {}),
			connectMs: 50,
		});
		expect(slow.error).toBe('dns');
	});

	test('is resolved once: 50 names that change to a private address after the check never reach it', async () => {
		const before = (await receiver().received()).length;
		const port = new URL(receiver().url).port;
		// The first answer is an address that may be called and where nobody listens; the receiver is at the second.
		const privateNetworks = networksFrom(['127.0.0.2/31']);
		for (let round = 0; round < 50; round += 1) {
			let answers = 0;
			const result = await send(`http://rebind-${round}.example.com:${port}/ok`, {
				privateNetworks,
				resolve: async () => {
					answers += 1;
					return answers === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
				},
			});
			expect([answers, result.error, result.address]).toEqual([1, 'reset', '127.0.0.2']);
		}
		expect((await receiver().received()).length).toBe(before);
	});

	test('the connection goes to the address that was checked, whatever the name means to the system', async () => {
		const port = new URL(receiver().url).port;
		// `localhost` of the system answers too; only the address that the resolver gave is connected to.
		const given = await send(`http://hooks.example.com:${port}/ok/pinned`, {
			...open,
			resolve: async () => ['127.0.0.1'],
		});
		expect(given).toMatchObject({ status: 200, error: null, address: '127.0.0.1' });
		const [call] = await receiver().received('/ok/pinned');
		expect(call?.headers.host).toBe(`hooks.example.com:${port}`);
	});
});

describe('an answer', () => {
	const to = (path: string, limits: OutboundOptions = {}) =>
		send(`${receiver().url}${path}`, { ...open, ...limits });

	test('of 2xx is success; a redirect is not followed', async () => {
		expect(await to('/ok')).toMatchObject({ status: 200, error: null, bytes: 6 });
		expect(await to('/redirect')).toMatchObject({ status: 302, error: 'redirect' });
		expect(await to('/error')).toMatchObject({ status: 500, error: 'status' });
		expect(await to('/busy')).toMatchObject({ status: 429, error: 'status', retryAfterSeconds: 600 });
		expect(await to('/reset')).toMatchObject({ status: null, error: 'reset' });
	});

	test('that does not come, drips or never ends takes neither time nor memory', async () => {
		expect(await to('/hang', { totalMs: 600 })).toMatchObject({ status: null, error: 'timeout' });
		expect(await to('/drip', { totalMs: 600 })).toMatchObject({ error: 'timeout' });
		const endless = await to('/endless', { totalMs: 120_000 });
		expect(endless).toMatchObject({ status: 200, error: null });
		expect(endless.bytes).toBeLessThan(1_000_000);
		const aborted = new AbortController();
		setTimeout(() => aborted.abort(), 50);
		const ended = await sendOutbound(
			{ url: `${receiver().url}/hang`, headers: {}, body: '', signal: aborted.signal },
			open,
		);
		expect(ended.error).toBe('aborted');
	});

	test('in the clear comes from allowed networks only', async () => {
		const { host } = new URL(receiver().url);
		expect((await send(`http://${host}/ok`)).error).toBe('address');
		expect((await send(`http://${host}/ok`, { privateNetworks: networksFrom(['10.0.0.0/8']) })).error).toBe(
			'private',
		);
		const tls = await send(`https://${host}/ok`, open);
		expect(tls.error).toBe('tls');
	});
});

describe('a call whose answer is read', () => {
	const url = (path: string) => `${receiver().url}${path}`;

	test('gives it back with its headers, of a refusal too', async () => {
		const found = await callOutbound(
			{ url: url('/ok/read'), method: 'GET', headers: { accept: '*/*' } },
			open,
		);
		expect(found).toMatchObject({ status: 200, error: null, bytes: 6, address: '127.0.0.1' });
		expect(found.body?.length).toBe(6);
		const [call] = await receiver().received('/ok/read');
		expect(call).toMatchObject({ body: '' });
		expect(call?.headers).not.toHaveProperty('content-length');
		const busy = await callOutbound(
			{ url: url('/busy'), method: 'PUT', headers: {}, body: '{"a":1}', readBytes: 100 },
			open,
		);
		expect(busy).toMatchObject({ status: 429, error: 'status', retryAfterSeconds: 600 });
		expect(busy.headers['retry-after']).toBe('600');
		expect(busy.body).not.toBeNull();
		expect(await receiver().received('/busy')).toContainEqual(expect.objectContaining({ body: '{"a":1}' }));
	});

	test('gives none back that is longer than asked for, and does not wait for its end', async () => {
		const short = { method: 'GET', headers: {} } as const;
		expect((await callOutbound({ ...short, url: url('/ok'), readBytes: 5 }, open)).body).toBeNull();
		expect((await callOutbound({ ...short, url: url('/ok'), readBytes: 6 }, open)).body?.length).toBe(6);
		const endless = await callOutbound({ ...short, url: url('/endless') }, { ...open, totalMs: 120_000 });
		expect(endless).toMatchObject({ status: 200, body: null });
		expect(endless.bytes).toBeLessThan(1_000_000);
	});

	test('reaches no private address, and follows no redirect', async () => {
		const to = (target: string, limits: OutboundOptions = {}) =>
			callOutbound({ url: target, method: 'GET', headers: {} }, limits);
		for (const target of ['https://169.254.169.254/latest/meta-data', 'https://[::1]/', 'https://10.0.0.1/'])
			expect(await to(target)).toMatchObject({ status: null, error: 'private', address: null, body: null });
		const rebound = await to('https://lists.example.com/', { resolve: async () => ['93.184.216.34', '::1'] });
		expect(rebound).toMatchObject({ status: null, error: 'private', address: null });
		expect(await to(url('/redirect'), open)).toMatchObject({ status: 302, error: 'redirect' });
	});

	test('is not made with a header that carries a second one', async () => {
		const headers = { 'api-key': 'key\r\nx-injected: 1' };
		const result = await callOutbound({ url: url('/ok/injected'), method: 'GET', headers }, open);
		expect(result).toMatchObject({ status: null, error: 'address' });
		expect(await receiver().received('/ok/injected')).toEqual([]);
	});

	test('is another than one that is sent: of that nothing is stored', async () => {
		expect(Object.keys(await send(url('/ok'), open)).toSorted()).toEqual(
			['address', 'bytes', 'durationMs', 'error', 'retryAfterSeconds', 'status'].toSorted(),
		);
	});
});
