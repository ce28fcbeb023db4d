import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { stretchVerdicts } from './support/door.ts';
import { blankFrame, hold, launchWithVideo, qrFrame, writeY4m } from './support/fake-camera.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/**
 * The main job from end to end, each part by another person on another device: an organiser publishes, a visitor finds and
 * registers on a phone, staff scan the ticket with a camera, the organiser and a second door see it happen.
 */
test.describe.configure({ mode: 'serial' });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const title = `Lantern Walk ${Date.now().toString(36)}`;

let organiser: BrowserContext;
let organiserPage: Page;
let eventUrl = '';
let eventId = '';
let ticketCode = '';
let scanUrl = '';
let videoDirectory = '';

test.beforeAll(async ({ browser }) => {
	organiser = await browser.newContext({
		baseURL: process.env.E2E_URL ?? '',
		timezoneId: 'Europe/Berlin',
		locale: 'en-GB',
	});
	organiserPage = await organiser.newPage();
	videoDirectory = await mkdtemp(join(tmpdir(), 'foyer-camera-'));
});
test.afterAll(async () => {
	await organiser.close();
	await rm(videoDirectory, { recursive: true, force: true });
});

// Refused tickets are answers of the server.
test.beforeEach(({ faults }) => faults.allow(/status of 4\d\d/));

test('an organiser signs in and publishes with two typed fields and two clicks', async ({
	createAccount,
}) => {
	const account = await createAccount('Olga');
	const page = organiserPage;
	await page.goto('/login');
	await logIn(page, account);
	await expect(page).toHaveURL(/\/dashboard$/);

	await page.getByRole('link', { name: 'Create Event' }).first().click(); // C1
	await page.getByLabel('Title').fill(title); // F1
	const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
	await page.getByLabel('Starts').fill(`${soon}T19:30`); // F2
	const published = page.waitForResponse((response) => /\/api\/events\/[^/]+\/publish$/.test(response.url()));
	await page.getByRole('button', { name: 'Publish' }).click(); // C2
	const event = await (await published).json();
	expect(event.status).toBe('published');
	eventId = event.id;
	eventUrl = `/events/${event.slug}`;
	await expect(page.getByText(title).first()).toBeVisible();
});

test('a visitor finds it among others and registers on a phone with two fields', async ({
	browser,
	mails,
	freshEmail,
}) => {
	const visitor = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '', locale: 'en-GB' });
	const page = await visitor.newPage();
	await page.goto('/events');
	await page.getByRole('searchbox').fill('lantren walk');
	await page.getByRole('link', { name: title }).click();
	await expect(page).toHaveURL(new RegExp(`${eventUrl}$`));
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

	const email = freshEmail('vera');
	await page.getByLabel('Name', { exact: true }).fill('Vera Ångström');
	await page.getByLabel('Email', { exact: true }).fill(email);
	await page
		.locator('#registration')
		.getByRole('button', { name: /^Register/ })
		.click();
	await expect(page).toHaveURL(/\/my-ticket\//);
	await expect(page.getByText('Vera Ångström').first()).toBeVisible();
	const token = new URL(page.url()).pathname.split('/').at(-1);
	const order = await (await visitor.request.get(`/api/orders/${token}`)).json();
	expect(order.status).toBe('confirmed');
	ticketCode = order.attendees[0].ticketCode;
	expect(ticketCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
	await visitor.close();

	const mail = await mails.waitFor(email, /Lantern Walk/);
	expect(mails.linkIn(mail, /my-ticket/)).toContain('/my-ticket/');
});

test('the organiser sees the guest and makes a way to the door', async () => {
	const page = organiserPage;
	await page.goto(`/events/${eventId}/guests`);
	await expect(page.getByText('Vera Ångström', { exact: true })).toBeVisible();
	await page
		.getByRole('navigation', { name: 'Event', exact: true })
		.getByRole('link', { name: 'Check-in' })
		.click();
	await page.getByRole('button', { name: 'New staff link' }).first().click();
	// Money is taken only where the organiser says so.
	await expect(page.getByRole('checkbox', { name: 'Scan tickets' })).toBeChecked();
	await expect(page.getByRole('checkbox', { name: 'Sell tickets at the door' })).not.toBeChecked();
	const made = page.waitForResponse(
		(response) => /\/staff-links$/.test(response.url()) && response.request().method() === 'POST',
	);
	await page.getByRole('button', { name: 'Create link' }).click();
	const link = await (await made).json();
	expect(link.shortCode).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
	scanUrl = new URL(link.url).pathname;
	await expect(page.getByText(link.shortCode).first()).toBeVisible();
});

test('staff scan the ticket with the camera; another door and the organiser see it', async ({
	browser,
	faults,
}) => {
	test.slow();
	const video = join(videoDirectory, 'ticket.y4m');
	await writeY4m(video, [...hold(blankFrame(), 2), ...hold(qrFrame(ticketCode), 2)]);
	const doorBrowser = await launchWithVideo(video);
	faults.watch(doorBrowser);
	const door = await (
		await doorBrowser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' })
	).newPage();
	// However busy the machine is, the verdict is there when somebody looks.
	await stretchVerdicts(door, 10);
	const otherDoor = await (await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })).newPage();
	await otherDoor.goto(scanUrl.replace('/scan/', '/staff-scanner/'));
	await expect(otherDoor.getByText('Staff Scanner').first()).toBeVisible();
	await door.goto(scanUrl);
	await expect(door.getByRole('heading', { name: title })).toBeVisible();
	await expect(door.getByText('Connected')).toBeVisible();

	await door.getByRole('button', { name: 'Start Scanning' }).click();
	await expect(door.getByText('Check-in Successful!')).toBeVisible();
	await expect(otherDoor.getByText(/^Checked in at /)).toBeVisible();
	await expect(door.getByText(/^Checked in at /)).toBeVisible();
	await expect(door.locator('dl').getByText('100')).toBeVisible();

	// The same ticket again, by hand at the other door: it is in already.
	const again = await otherDoor.request.post(`/api/staff-access/checkin/${scanUrl.split('/').at(-1)}`, {
		data: { guestQrData: ticketCode.toLowerCase() },
	});
	expect(again.status()).toBe(409);
	expect(await again.json()).toMatchObject({
		success: false,
		verdict: 'already_checked_in',
		guest: { guestName: 'Vera Ångström' },
	});

	await organiserPage.goto(`/events/${eventId}/guests`);
	await expect(organiserPage.getByText(/^Checked in \d/)).toBeVisible();
	await doorBrowser.close();
	await otherDoor.context().close();
});
