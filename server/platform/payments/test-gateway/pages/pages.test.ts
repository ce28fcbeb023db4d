import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { createPaymentWorld, type PaymentWorld } from '#tests/support/payment-gateway.ts';
import { testCards } from '../cards.ts';

const database = useTestDatabase();
let world: PaymentWorld;
beforeAll(() => {
	world = createPaymentWorld(database());
});

const open = (url: string, init?: RequestInit) =>
	world.provider.pages.request(new Request(new URL(url, 'https://foyer.test'), init));
const post = (url: string, fields: Record<string, string>) =>
	open(url, { method: 'POST', body: new URLSearchParams(fields) });

describe('every page', () => {
	test('loads nothing, names style and script by hash, and is framed by this installation only', async () => {
		const response = await open('/test-gateway/fields');
		const page = await response.text();
		const policy = response.headers.get('content-security-policy') ?? '';
		for (const [element, directive] of [
			['style', 'style-src'],
			['script type="module"', 'script-src'],
		] as const) {
			const source = new RegExp(`<${element}>([\\s\\S]*?)</`).exec(page)?.[1] ?? '';
			expect(source.length).toBeGreaterThan(500);
			expect(policy).toContain(`${directive} 'sha256-${hash('sha256', source, 'base64')}'`);
		}
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'self'");
		expect(policy).not.toMatch(/unsafe|https?:|\*/);
		expect(response.headers.get('referrer-policy')).toBe('no-referrer');
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(page).not.toMatch(/<(?:link|img|iframe)\b|\bsrc=|\son\w+=|\sstyle=/);
	});
});

describe('the card fields', () => {
	test('offer every test card, say "Test mode", and follow the scheme of the page around them', async () => {
		const page = await (await open('/test-gateway/fields?scheme=dark')).text();
		expect(page).toContain('Test mode');
		expect(page).toContain('data-scheme="dark"');
		for (const { number } of testCards) expect(page).toContain(`data-number="${number}"`);
		for (const name of ['cc-number', 'cc-exp', 'cc-csc']) expect(page).toContain(`autocomplete="${name}"`);
		expect(await (await open('/test-gateway/fields?scheme="><script>')).text()).toMatch(/<html lang="en" ?>/);
	});
});

describe('the 3-D Secure page', () => {
	async function challenge() {
		const account = await world.openAccount();
		const payment = await world.pay(account, '4000002760003184', { description: 'Concert <b>' });
		if (!payment.nextAction || !('url' in payment.nextAction)) throw new Error('There is no challenge.');
		const { url } = payment.nextAction;
		return { url, get: () => world.gateway.getPayment({ account, paymentId: payment.id }) };
	}

	test.each([
		['complete', 'succeeded', 'succeeded'],
		['fail', 'failed', 'requires_payment_method'],
	])('"%s" returns with %s', async (outcome, redirectStatus, status) => {
		const { url, get } = await challenge();
		const page = await (await open(url)).text();
		expect(page).toContain('€20.00');
		expect(page).toContain('Concert &lt;b&gt;');
		const response = await post(url, { outcome });
		expect(response.status).toBe(303);
		const target = new URL(response.headers.get('location') ?? '');
		expect(target.origin + target.pathname).toBe('https://foyer.test/checkout');
		expect(target.searchParams.get('redirect_status')).toBe(redirectStatus);
		expect((await get()).status).toBe(status);
		// Pressed again, or opened from the history.
		expect((await post(url, { outcome: 'complete' })).status).toBe(410);
		expect((await open(url)).status).toBe(410);
		expect((await get()).status).toBe(status);
	});

	test('exists for those who know its secret only', async () => {
		const { url, get } = await challenge();
		const wrong = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		for (const address of [wrong, url.split('?')[0] as string]) {
			expect((await open(address)).status).toBe(404);
			expect((await post(address, { outcome: 'complete' })).status).toBe(404);
		}
		expect((await get()).status).toBe('requires_action');
	});
});

describe('onboarding', () => {
	async function begin() {
		const account = await world.gateway.openAccount({
			key: `onboarding ${Math.random()}`,
			country: 'DE',
			name: 'Club "Null"',
			email: 'club@example.org',
		});
		expect(account).toMatchObject({
			chargesEnabled: false,
			detailsSubmitted: false,
			country: 'DE',
			defaultCurrency: 'EUR',
		});
		const link = () =>
			world.gateway.accountLink({
				account: account.id,
				returnUrl: 'https://foyer.test/back',
				refreshUrl: 'https://foyer.test/again',
			});
		return { link, get: () => world.gateway.getAccount(account.id) };
	}

	test('enables the account and works once', async () => {
		const { link, get } = await begin();
		const { url } = await link();
		expect(await (await open(url)).text()).toContain('value="Club &quot;Null&quot;"');
		const response = await post(url, { name: 'Club', bank: '3000', outcome: 'enable' });
		expect([response.status, response.headers.get('location')]).toEqual([303, 'https://foyer.test/back']);
		expect(await get()).toMatchObject({
			chargesEnabled: true,
			payoutsEnabled: true,
			detailsSubmitted: true,
			name: 'Club',
			requirements: [],
		});
		const again = await open(url);
		expect([again.status, again.headers.get('location')]).toEqual([303, 'https://foyer.test/again']);
	});

	test('can ask for more information, until a deadline', async () => {
		const { link, get } = await begin();
		await post((await link()).url, { name: 'Club', bank: '3001', outcome: 'needs_information' });
		const account = await get();
		expect(account).toMatchObject({ chargesEnabled: false, payoutsEnabled: false, detailsSubmitted: true });
		expect(account.requirements).toEqual([
			{
				code: 'identity.individual.documents.primary_verification',
				isPastDue: false,
				dueAt: new Date(world.clock.now().getTime() + 14 * 86_400_000),
			},
		]);
		await world.pass(14 * 86_400 + 1);
		expect(await get()).toMatchObject({
			disabledReason: 'requirements_past_due',
			requirements: [{ isPastDue: true }],
		});
		await post((await link()).url, { name: 'Club', bank: '3000', outcome: 'enable' });
		expect(await get()).toMatchObject({ chargesEnabled: true, requirements: [] });
	});

	test('refuses an empty name and an unknown bank account; a link ends after ten minutes', async () => {
		const { link, get } = await begin();
		const { url } = await link();
		expect((await post(url, { name: ' ', bank: '3000', outcome: 'enable' })).status).toBe(422);
		expect(
			(await post(url, { name: 'Club', bank: 'DE02120300000000202051', outcome: 'enable' })).status,
		).toBe(422);
		world.clock.advance(600_000);
		expect((await post(url, { name: 'Club', bank: '3000', outcome: 'enable' })).headers.get('location')).toBe(
			'https://foyer.test/again',
		);
		expect((await get()).chargesEnabled).toBe(false);
		expect((await open('/test-gateway/onboarding/alink_unknown')).status).toBe(404);
	});
});
