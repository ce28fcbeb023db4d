import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { apiContext } from '#app/lib/server-context.ts';
import { placeOrderAction } from './place-order-action.ts';

/** An API that answers a known key with the first order, as the real one does. */
function openShop() {
	const keys: string[] = [];
	const context = new RouterContextProvider();
	context.set(apiContext, async (request) => {
		const key = request.headers.get('idempotency-key') ?? '';
		if (!keys.includes(key)) keys.push(key);
		const placed = { manageToken: `order-${keys.indexOf(key)}`, status: 'confirmed', totalMinor: 0 };
		return Response.json(placed, { status: 201 });
	});
	const post = async (headers: Record<string, string> = {}, query = '') => {
		const body = new URLSearchParams({
			name: 'Vera Victim',
			email: 'vera@example.org',
			'quantity.018f0000-0000-7000-8000-000000000001': '1',
		});
		const request = new Request(`http://foyer.test/events/fair${query}`, {
			method: 'POST',
			headers: { 'User-Agent': 'Common/1', ...headers },
			body,
		});
		const answer = await placeOrderAction({ context, request, params: { event: 'fair' } });
		if (!(answer instanceof Response)) throw new Error('The form was refused.');
		return {
			status: answer.status,
			location: answer.headers.get('location') ?? '',
			cookie: answer.headers.get('set-cookie') ?? '',
		};
	};
	return { post, keys };
}

test('a form whose order has a price is priced by the server and leads to the checkout; twice is one order', async () => {
	const sent: { key: string; body: { items: object[] } }[] = [];
	const context = new RouterContextProvider();
	context.set(apiContext, async (request) => {
		const key = request.headers.get('idempotency-key') ?? '';
		sent.push({ key, body: await request.json() });
		const placed = { manageToken: 'priced', status: 'pending', totalMinor: 1250 };
		return Response.json(placed, { status: 201 });
	});
	const post = () =>
		placeOrderAction({
			context,
			request: new Request('http://foyer.test/events/fair', {
				method: 'POST',
				headers: { cookie: `form=${'A'.repeat(43)}` },
				body: new URLSearchParams({
					name: 'Vera',
					email: 'vera@example.org',
					currency: 'EUR',
					code: 'EARLY',
					'quantity.018f0000-0000-7000-8000-000000000001': '1',
					'amount.018f0000-0000-7000-8000-000000000001': '12,50',
				}),
			}),
			params: { event: 'fair' },
		});
	for (const answer of [await post(), await post()])
		expect(answer instanceof Response && answer.headers.get('location')).toBe('/checkout/priced');
	const [first, second] = sent;
	expect(first?.body).toMatchObject({ items: [{ chosenMinor: 1250 }], code: 'EARLY' });
	expect(second?.key).toBe(first?.key);
});

const cookieOf = (answer: { cookie: string }) => ({ cookie: answer.cookie.split(';')[0] ?? '' });

test('a form without a key comes again with a secret; with it, a double click is one order', async () => {
	const { post, keys } = openShop();
	const first = await post();
	expect(first).toMatchObject({ status: 307, location: '/events/fair?resent=1' });
	expect(first.cookie).toMatch(/^form=[\w-]{43}; Path=\/; Max-Age=30; HttpOnly; SameSite=Strict$/);
	const browser = cookieOf(first);
	const [one, two] = [await post(browser, '?resent=1'), await post(browser)];
	expect(one).toMatchObject({ status: 303, location: '/my-ticket/order-0?new' });
	expect(two.location).toBe(one.location);
	expect(keys).toHaveLength(1);
});

test('who types the same within seconds is not led to the order of somebody else', async () => {
	const { post, keys } = openShop();
	const victim = await post(cookieOf(await post()));
	const strangers = [
		await post(cookieOf(await post())),
		await post({}, '?resent=1'),
		await post({ cookie: 'form=' }, '?resent=1'),
		await post({ cookie: `form=${'A'.repeat(43)}` }),
	];
	const links = [victim, ...strangers].map(({ location }) => location);
	expect(links.every((link) => link.startsWith('/my-ticket/'))).toBe(true);
	expect(new Set(links).size).toBe(links.length);
	expect(new Set(keys).size).toBe(keys.length);
});
