import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { verifyWebhook } from '../tests/support/verify-webhook.ts';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { chooseItem } from './support/menu.ts';
import { expect, test } from './support/test.ts';

/** A receiver in a process of its own. */
let receiver: ChildProcess;
let url: string;
test.beforeAll(async () => {
	const program = fileURLToPath(new URL('../tests/support/webhook-receiver.ts', import.meta.url));
	receiver = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [port] = await once(createInterface({ input: receiver.stdout as NodeJS.ReadableStream }), 'line');
	url = `http://127.0.0.1:${port}`;
});
test.afterAll(() => {
	receiver?.kill();
});

test('a webhook is added, tested, fails, is sent again, rotated and removed', async ({
	page,
	account,
	api,
	faults,
}) => {
	// The address that is not public.
	faults.allow(/status of 400 POST /);
	const { call } = api;
	const answer = (mode: string) => fetch(`${url}/mode`, { method: 'POST', body: mode });
	const received = async () => (await (await fetch(`${url}/received`)).json()) as never[];
	await signInAs(page, account);
	await page.goto('/integrations');
	await expect(page.getByText('No connections yet')).toBeVisible();

	// By keyboard alone.
	await page.getByRole('button', { name: 'Add connection' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Add connection' });
	const address = dialog.getByRole('textbox', { name: 'Address' });
	await address.fill('https://10.0.0.1/hook');
	await address.press('Enter');
	await expect(dialog.getByText('This URL is not on the public internet').first()).toBeVisible();
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
	await address.fill(`${url}/switch`);
	await dialog.getByRole('checkbox', { name: 'Event published' }).press('Space');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await address.press('Enter');
	await expect(page.getByRole('heading', { name: 'Signing secret of Bookkeeping' })).toBeFocused();
	const secret = await page.getByTestId('webhook-secret').innerText();
	expect(secret).toMatch(/^whsec_/);
	expect(await axeFindings(page)).toEqual([]);

	const menu = page.getByRole('button', { name: 'Actions for Bookkeeping' });
	const choose = async (name: string) => {
		await menu.press('Enter');
		await chooseItem(page, name);
	};
	await choose('Send test message');
	await expect.poll(async () => (await received()).length).toBe(1);
	expect(await verifyWebhook(secret, (await received())[0])).toMatchObject({ type: 'test.ping' });

	await answer('error');
	const event = await call('post', '/api/events', {
		title: 'Jazz night',
		startsAtLocal: '2031-05-02T19:30',
		timeZone: 'Europe/Berlin',
	});
	await call('post', `/api/events/${event.id}/publish`);
	await page.getByRole('button', { name: 'Log of Bookkeeping' }).press('Enter');
	const sheet = page.getByRole('dialog', { name: 'Log of Bookkeeping' });
	const failed = sheet.getByRole('button', { name: /Event published.*Retrying/ });
	await expect(failed).toBeVisible();
	await expect(failed).toContainText('Answered 500. Only 2xx counts as delivered.');
	await answer('ok');
	await sheet.getByRole('button', { name: /^Test.*Delivered/ }).press('Enter');
	await expect(sheet.getByText('"type": "test.ping"')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	const before = (await received()).length;
	await sheet.getByRole('button', { name: 'Send again' }).press('Enter');
	await expect.poll(async () => (await received()).length).toBeGreaterThan(before);
	await page.keyboard.press('Escape');

	// The event was told as it happened: of the past nothing is left to send.
	await choose('Send past messages');
	const past = page.getByRole('dialog', { name: 'Send past messages' });
	await expect(past.getByRole('checkbox')).toHaveCount(2);
	await past.getByRole('button', { name: 'Count messages' }).press('Enter');
	await expect(past.getByText('There are no such messages in that time.')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await page.keyboard.press('Escape');
	// A second webhook comes late and is sent it.
	await page.getByRole('button', { name: 'Add connection' }).press('Enter');
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Archive');
	await address.fill(`${url}/ok/late`);
	await dialog.getByRole('checkbox', { name: 'Event published' }).press('Space');
	await address.press('Enter');
	const archiveSecret = page.getByRole('region', { name: 'Signing secret of Archive' });
	await archiveSecret.getByRole('button', { name: 'Close' }).press('Enter');
	await page.getByRole('button', { name: 'Actions for Archive' }).press('Enter');
	await chooseItem(page, 'Send past messages');
	await past.getByRole('button', { name: 'Count messages' }).press('Enter');
	await past.getByRole('button', { name: 'Send 1 message' }).press('Enter');
	await expect(past).toBeHidden();
	await page.getByRole('button', { name: 'Log of Archive' }).press('Enter');
	const archive = page.getByRole('dialog', { name: 'Log of Archive' });
	await expect(archive.getByRole('button', { name: /^Event published.*Delivered/ })).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Actions for Archive' }).press('Enter');
	await chooseItem(page, 'Remove');
	await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
	await expect(page.getByText('Archive', { exact: true })).toBeHidden();

	await choose('New signing secret');
	await page.getByRole('button', { name: 'New secret', exact: true }).press('Enter');
	const shown = page.getByTestId('webhook-secret');
	await expect(shown).not.toHaveText(secret);
	const newSecret = await shown.innerText();
	const card = page.getByRole('region', { name: 'Signing secret of Bookkeeping' });
	await card.getByRole('button', { name: 'Close' }).press('Enter');
	await expect(shown).toBeHidden();
	await choose('Show signing secret');
	await expect(shown).toHaveText(newSecret);
	await choose('Pause');
	await expect(page.getByText('Paused', { exact: true })).toBeVisible();
	await choose('Resume');
	await expect(page.getByText('Paused', { exact: true })).toBeHidden();
	await choose('Edit');
	await page
		.getByRole('dialog', { name: 'Edit connection' })
		.getByRole('textbox', { name: 'Name' })
		.fill('Accounts');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Accounts', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Actions for Accounts' }).press('Enter');
	await chooseItem(page, 'Remove');
	await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
	await expect(page.getByText('No connections yet')).toBeVisible();
});

test('a webhook includes names and emails of guests when that is ticked, and its row and log say so', async ({
	page,
	account,
	api,
}) => {
	const { call } = api;
	await signInAs(page, account);
	await page.goto('/integrations');
	await page.getByRole('button', { name: 'Add connection' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Add connection' });
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Guest list');
	const address = dialog.getByRole('textbox', { name: 'Address' });
	await address.fill(`${url}/ok/guests`);
	const names = dialog.getByRole('checkbox', { name: 'Include names and emails of guests' });
	await expect(names).not.toBeChecked();
	await names.press('Space');
	await address.press('Enter');
	await expect(page.getByText('Includes names and emails of guests')).toBeVisible();
	await page
		.getByRole('region', { name: 'Signing secret of Guest list' })
		.getByRole('button', { name: 'Close' })
		.press('Enter');

	const event = await call('post', '/api/events', {
		title: 'Jazz night',
		startsAtLocal: '2031-05-02T19:30',
		timeZone: 'Europe/Berlin',
	});
	await call('post', `/api/events/${event.id}/attendees`, {
		...{ name: 'Grace Hopper', email: 'grace@people.example', notes: '', sendMail: false },
	});
	const received = async () =>
		((await (await fetch(`${url}/received`)).json()) as { path: string; body: string }[])
			.filter((one) => one.path === '/ok/guests')
			.map((one) => JSON.parse(one.body).data.guests);
	await expect.poll(received).toMatchObject([[{ name: 'Grace Hopper', email: 'grace@people.example' }]]);
	await page.getByRole('button', { name: 'Log of Guest list' }).press('Enter');
	const sheet = page.getByRole('dialog', { name: 'Log of Guest list' });
	await sheet.getByRole('button', { name: /Delivered/ }).press('Enter');
	await expect(sheet.getByText('Names and emails are shown as they are now.')).toBeVisible();
	await expect(sheet.getByText(/with names and emails/)).toBeVisible();
	await expect(sheet.getByText('"email": "grace@people.example"').first()).toBeVisible();
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Actions for Guest list' }).press('Enter');
	await chooseItem(page, 'Edit');
	const edit = page.getByRole('dialog', { name: 'Edit connection' });
	await edit.getByRole('checkbox', { name: 'Include names and emails of guests' }).press('Space');
	await edit.getByRole('button', { name: 'Save' }).press('Enter');
	await expect(page.getByText('Includes names and emails of guests')).toBeHidden();
});

test('Stripe stands among the integrations; webhooks are in the developer portal too', async ({
	page,
	createAccount,
}) => {
	await signInAs(page, await createAccount());
	await page.goto('/integrations#stripe');
	const stripe = page.locator('#stripe');
	await expect(stripe.getByText('Not started')).toBeVisible();
	await expect(stripe.getByText('are sent to Stripe; buyers type their card details')).toBeVisible();
	await stripe.getByRole('link', { name: 'Open payment account' }).click();
	await expect(page).toHaveURL(/\/stripe-connect-demo\?organisation=/);
	await expect(page.getByRole('heading', { name: 'Card payments' })).toBeVisible();

	await page.goto('/developer-portal');
	await page.getByRole('tab', { name: 'Webhooks' }).click();
	await expect(page.getByText('No connections yet')).toBeVisible();
	await page.getByRole('button', { name: 'Add connection' }).click();
	await expect(page.getByRole('dialog', { name: 'Add connection' })).toBeVisible();
});
