import { serve } from '@hono/node-server';
import { test as base, expect, type Frame, type Page } from '@playwright/test';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { fieldsPage } from '../server/platform/payments/test-gateway/pages/fields-page.ts';
import { readPageRequest } from '../server/platform/payments/test-gateway/pages/page-request.ts';
import { axeFindings } from './support/axe.ts';

/** The card form of the built-in gateway in a frame, with a page around it that notes what it says. */
const test = base.extend<{
	fields: {
		page: Page;
		frame: Frame;
		open(scheme: string): Promise<Frame>;
		sent: unknown[];
		said(): Promise<Said[]>;
		say(type: string): Promise<void>;
	};
}>({
	async fields({ page }, use) {
		const sent: unknown[] = [];
		const app = new Hono();
		app.get('/fields', (c) => fieldsPage(readPageRequest(c.req.raw, new Date()), '/tokens'));
		app.get('/favicon.ico', (c) => c.body(null, 204));
		app.post('/tokens', async (c) => {
			sent.push(await c.req.json());
			return c.json({ id: 'ctoken_1' });
		});
		app.get('/', (c) =>
			c.html(html`<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Checkout</title><main><h1>Checkout</h1>
<iframe src="/fields?scheme=${c.req.query('scheme') ?? ''}" title="Card" width="340" height="700"></iframe></main>
<script>window.said = []; addEventListener('message', ({ data }) => said.push(data));</script></html>`),
		);
		const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
		await new Promise((resolve) => server.once('listening', resolve));
		const address = server.address();
		if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
		const errors: string[] = [];
		page.on('console', (line) => {
			if (line.type() === 'error') errors.push(line.text());
		});
		page.on('pageerror', (error) => errors.push(error.message));
		const open = async (scheme = '') => {
			await page.goto(`http://127.0.0.1:${address.port}/?scheme=${scheme}`);
			const handle = await page.locator('iframe').elementHandle();
			const frame = await handle?.contentFrame();
			if (!frame) throw new Error('There is no frame.');
			return frame;
		};
		await use({
			page,
			frame: await open(),
			open,
			sent,
			said: () => page.evaluate(() => (window as unknown as { said: Said[] }).said),
			say: (type) =>
				page.evaluate((what) => {
					document
						.querySelector('iframe')
						?.contentWindow?.postMessage({ target: 'test-card-fields', type: what }, location.origin);
				}, type),
		});
		expect(errors).toEqual([]);
		server.close();
	},
});
type Said = {
	source: string;
	type: string;
	id?: string;
	field?: string;
	height?: number;
	isComplete?: boolean;
};

test('a test card is one press away, and becomes a token when the page around asks for it', async ({
	fields,
}) => {
	const { frame, sent, said, say } = fields;
	await expect(frame.getByText('Test mode', { exact: true })).toBeVisible();
	await expect(frame.getByRole('button', { name: 'Insufficient funds' })).toBeHidden();
	await frame.getByText('Test mode', { exact: true }).click();
	await frame.getByRole('button', { name: 'Insufficient funds' }).click();
	await expect(frame.getByLabel('Card number')).toHaveValue('4000 0000 0000 9995');
	await say('submit');
	await expect
		.poll(async () => (await said()).find(({ type }) => type === 'token'))
		.toMatchObject({ source: 'test-card-fields', id: 'ctoken_1' });
	expect(sent).toEqual([
		{ number: '4000000000009995', expMonth: 12, expYear: new Date().getUTCFullYear() + 3, cvc: '123' },
	]);
	expect((await said()).filter(({ type }) => type === 'change').at(-1)).toMatchObject({ isComplete: true });
	expect((await said()).find(({ type }) => type === 'resize')?.height).toBeGreaterThan(200);
});

test('any other number is never sent, and the field says why', async ({ fields }) => {
	const { frame, sent, said, say } = fields;
	const number = frame.getByLabel('Card number');
	await number.fill('4539148803436467');
	await frame.getByLabel('Expiry date').pressSequentially('1234');
	await expect(frame.getByLabel('Expiry date')).toHaveValue('12 / 34');
	await frame.getByLabel('Security code').fill('123');
	await expect(number).toHaveAttribute('aria-invalid', 'true');
	await expect(number).toHaveAccessibleDescription('Only test card numbers work here. Choose one below.');
	// Enter asks the page around, which then asks for the token.
	await frame.getByLabel('Security code').press('Enter');
	await expect.poll(async () => (await said()).map(({ type }) => type)).toContain('submit');
	await say('submit');
	await expect(number).toBeFocused();
	expect((await said()).find(({ type }) => type === 'invalid')).toMatchObject({ field: 'number' });
	expect((await said()).some(({ type }) => type === 'token')).toBe(false);
	// A digit in the middle is corrected in place, and the number is a test number then.
	await number.fill('4242 4242 4242 424');
	await number.pressSequentially('2');
	await expect(number).toHaveValue('4242 4242 4242 4242');
	await expect(number).not.toHaveAttribute('aria-invalid', 'true');
	expect(sent).toEqual([]);
	await say('submit');
	await expect.poll(() => sent.length).toBe(1);
});

test('the keyboard reaches everything, and axe finds nothing, light and dark', async ({ fields }) => {
	const { page, frame } = fields;
	await frame.getByText('Test mode').click();
	await frame.getByLabel('Card number').focus();
	const reached: string[] = [];
	for (let i = 0; i < 9; i += 1) {
		reached.push(
			await frame.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || ''),
		);
		await page.keyboard.press('Tab');
	}
	expect(reached).toEqual([
		'number',
		'expiry',
		'cvc',
		'Test mode',
		'Succeeds',
		'Always asks for 3-D Secure',
		'Declined',
		'Insufficient funds',
		'More test cards',
	]);
	for (const scheme of ['light', 'dark']) {
		const own = await fields.open(scheme);
		await own.getByText('Test mode').click();
		await own.getByText('More test cards').click();
		await own.getByLabel('Card number').fill('1');
		await own.getByLabel('Expiry date').focus();
		await expect(own.getByText('Only test card numbers work here. Choose one below.')).toBeVisible();
		expect(await axeFindings(page)).toEqual([]);
	}
});

test('takes the colours of the page around it, also later, and what was typed stays', async ({ fields }) => {
	const frame = await fields.open('dark');
	const colour = () => frame.evaluate(() => getComputedStyle(document.body).color);
	const dark = await colour();
	await frame.getByLabel('Card number').fill('4242');
	await fields.page.evaluate(() =>
		document
			.querySelector('iframe')
			?.contentWindow?.postMessage(
				{ target: 'test-card-fields', type: 'theme', scheme: 'light' },
				location.origin,
			),
	);
	await expect.poll(colour).not.toBe(dark);
	await expect(frame.getByLabel('Card number')).toHaveValue('4242');
});
