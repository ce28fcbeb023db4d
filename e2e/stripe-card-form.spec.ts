import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { serveHarness } from './support/harness.ts';

/** The form of the provider in the checkout, under the product's own policy. Its script is a stand-in: no test reaches the provider. */

let harness: Awaited<ReturnType<typeof serveHarness>>;
test.beforeAll(async () => {
	harness = await serveHarness('card-form');
});
test.afterAll(() => harness.close());

/** What the provider's script offers of what the checkout uses, with a note of each call. */
const script = `
window.calls = [];
window.Stripe = Object.assign((key, options) => {
	calls.push(['Stripe', key, options]);
	return {
		_registerWrapper() {},
		elements(options) {
			calls.push(['elements', options]);
			let host;
			const element = {
				on(name, heard) { if (name === 'ready') setTimeout(heard); return element; },
				mount(place) {
					host = place;
					const label = document.createElement('label');
					label.append('Card number ', document.createElement('input'));
					place.append(label);
				},
				destroy() { if (host) host.textContent = ''; },
			};
			return {
				create: () => element,
				getElement: () => element,
				submit: async () => (host.querySelector('input').value ? {} : { error: { message: 'Incomplete' } }),
			};
		},
		async createConfirmationToken() {
			return window.isDown ? { error: { message: 'The network is down.' } } : { confirmationToken: { id: 'ctoken_1' } };
		},
		async handleNextAction(action) { calls.push(['handleNextAction', action]); return {}; },
	};
}, { version: 'test' });`;

const serve = (page: Page, isReached: () => boolean = () => true) =>
	page.route('https://js.stripe.com/**', (route) =>
		isReached() ? route.fulfill({ contentType: 'text/javascript', body: script }) : route.abort(),
	);
const callsOf = (page: Page) => page.evaluate(() => (window as never as { calls: unknown[] }).calls);

test('is told account, amount in its own units and methods, and gives a confirmation token', async ({
	page,
}) => {
	await serve(page);
	await page.goto(harness.url);
	const number = page.getByLabel('Card number');
	await expect(number).toBeVisible();
	await expect(page.getByText('Loading the card form')).toBeHidden();
	expect(await callsOf(page)).toContainEqual([
		'Stripe',
		'pk_test_1',
		{ locale: 'en', stripeAccount: 'acct_1' },
	]);
	expect(await callsOf(page)).toContainEqual([
		'elements',
		{
			mode: 'payment',
			amount: 50_000,
			currency: 'isk',
			allowedPaymentMethodTypes: ['card', 'ideal'],
			appearance: expect.objectContaining({
				theme: 'stripe',
				variables: expect.objectContaining({
					borderRadius: '8px',
					colorBackground: 'rgb(255, 255, 255)',
					colorText: expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/),
				}),
			}),
		},
	]);
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Pay' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'null' })).toBeVisible();
	await number.fill('4242424242424242');
	await page.getByRole('button', { name: 'Pay' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'ctoken_1' })).toBeVisible();
	await page.getByRole('button', { name: 'Challenge' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'asked' })).toBeVisible();
	expect(await callsOf(page)).toContainEqual(['handleNextAction', { clientSecret: 'pi_1_secret_2' }]);
});

test('says when the provider doesn’t answer, and what is typed stays', async ({ page }) => {
	await serve(page);
	await page.goto(harness.url);
	await page.getByLabel('Card number').fill('4242424242424242');
	await page.evaluate(() => Object.assign(window, { isDown: true }));
	await page.getByRole('button', { name: 'Pay' }).click();
	await expect(page.getByText('The network is down.')).toBeVisible();
	await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242');
});

test('that can’t be loaded says so, and is loaded with one press', async ({ page }) => {
	let isReached = false;
	await serve(page, () => isReached);
	await page.goto(harness.url);
	await expect(page.getByText('The card form couldn’t be loaded')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	isReached = true;
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByLabel('Card number')).toBeVisible();
});
