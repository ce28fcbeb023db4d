import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { openPart, untilSaved } from './support/edit-page.ts';
import { type Account, expect, test } from './support/test.ts';

/** An event before it is published. */

const widthOf = async (region: Locator) => (await region.boundingBox())?.width;

async function makeDraft(page: Page, account: Account, data: object = {}): Promise<string> {
	await signInAs(page, account);
	const made = await page.request.post('/api/events', {
		headers: { authorization: `Bearer ${account.token}` },
		data: { title: 'Lantern walk', startsAtLocal: `${inDays(20)}T19:00`, timeZone: 'Europe/Berlin', ...data },
	});
	return (await made.json()).id;
}

test('advice leads to its field; publishing is planned, moved and taken back', async ({ page, account }) => {
	const id = await makeDraft(page, account);
	const asked = await page.request.post(`/api/events/${id}/questions`, {
		headers: { authorization: `Bearer ${account.token}` },
		data: { label: 'Which lantern?', kind: 'text', isRequired: true },
	});
	expect(asked.status()).toBe(201);
	await page.goto(`/events/${id}/edit`);
	await page.getByRole('link', { name: 'Review', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review and publish');
	await expect(page.getByText('There is no description.').first()).toBeVisible();
	await expect(page.getByRole('listitem').filter({ hasText: 'Which lantern?' })).toContainText('Required');
	await expect(page.getByText('Everyone. It’s listed')).toBeVisible();
	await page.getByRole('radio', { name: 'Phone' }).check();
	await expect
		.poll(() => widthOf(page.getByRole('region', { name: 'What guests will see' })))
		.toBeLessThanOrEqual(390);
	await page.evaluate(() => {
		document.documentElement.dataset.theme = 'dark';
	});
	expect(await axeFindings(page)).toEqual([]);
	await page.getByLabel('Publish at').fill(`${inDays(3)}T08:00`);
	await page.getByRole('button', { name: 'Publish later' }).click();
	await expect(page.getByText(/^Planned for .*\(Berlin\)$/)).toBeVisible();
	await page.getByRole('link', { name: 'Back to editing' }).click();
	await expect(page.getByText(/It is published automatically on/)).toBeVisible();
	await page.getByRole('link', { name: 'Review', exact: true }).click();
	await page.getByRole('button', { name: 'Cancel schedule' }).click();
	await expect(page.getByText(/^Planned for/)).toBeHidden();
	await page.getByRole('link', { name: /Change.*There is no description/ }).click();
	await expect(page).toHaveURL(/\/edit#page$/);
});

test('a draft typed signed out has its checklist, prices, audience and the page as a phone shows it', async ({
	page,
}) => {
	await page.goto('/event-review');
	const review = page.getByRole('region', { name: 'Review', exact: true });
	await expect(review.getByText('Enter a title.').first()).toBeVisible();
	await page.getByLabel('Title').fill('Lantern walk');
	await page.getByLabel('Starts').fill(`${inDays(-2)}T19:00`);
	await expect(review.getByText('The event starts in the past.').first()).toBeVisible();
	await page.getByLabel('Starts').fill(`${inDays(20)}T19:00`);
	await expect(review.getByText('The event starts in the past.')).toHaveCount(0);
	await expect(review.getByText('There is no description.').first()).toBeVisible();
	await expect(review.getByText('Everyone. It’s listed')).toBeVisible();
	await expect(review.getByRole('listitem').filter({ hasText: 'Standard' })).toContainText('Free');
	const phone = review.getByRole('region', { name: 'What guests will see' });
	await expect(phone).toContainText('Lantern walk');
	await expect.poll(() => widthOf(phone)).toBeLessThanOrEqual(390);

	// The description is shown as the event page shows it.
	await page.goto('/custom-event');
	const editor = page.getByRole('textbox', { name: 'Description' });
	await editor.fill('Bring a lamp');
	const beside = page.getByRole('region', { name: 'Preview' });
	await expect(beside.getByRole('region', { name: 'What guests will see' })).toContainText('Bring a lamp');
	await page.evaluate(() => {
		const draft = JSON.parse(localStorage.getItem('event-draft') ?? '{}');
		draft.description = '## What to bring\n\n- a **lamp**\n- tea\n\n<script>no</script>';
		// What is sold is typed in the long form. A draft of an older version lacks fields, and opens all the same.
		const type = { id: 'seat', name: 'Seat', kind: 'paid', priceMinor: 2_400, taxBasisPoints: 0 };
		const organiser = { capacity: 20, sharedPoolId: null, priceTiers: [], isHidden: false, isClosed: false };
		const more = { salesStartAt: null, salesEndAt: null, suggestedMinor: null, fairValueMinor: null };
		draft.offer = { tickets: [{ ...type, ...more, organiser }], pools: [], questions: [] };
		localStorage.setItem('event-draft', JSON.stringify(draft));
	});
	await page.reload();
	await expect(beside.getByRole('heading', { name: 'What to bring' })).toBeVisible();
	await page.goto('/event-review');
	await expect(phone.getByRole('heading', { name: 'What to bring' })).toBeVisible();
	await expect(phone.getByRole('listitem').filter({ hasText: 'a lamp' }).locator('strong')).toHaveText(
		'lamp',
	);
	await expect(phone).toContainText('<script>no</script>');
	expect(await axeFindings(page)).toEqual([]);

	// And what is sold is priced here.
	await expect(review.getByText('Guest pays €24.00')).toBeVisible();
	await expect(review.getByText('You get €24.00')).toBeVisible();
	await expect(review.getByText('There is no refund policy').first()).toBeVisible();
	await review.getByRole('link', { name: /Change.*There is no refund policy/ }).click();
	await expect(page).toHaveURL(/\/custom-event#settings$/);
	const seat = page.locator('[data-type]', { hasText: 'Seat' });
	await expect(seat).toContainText('€24.00');
	await expect(page.getByLabel('Title')).toHaveValue('Lantern walk');
});

test('publishing from anywhere asks about what is doubtful; what a template left is marked until it is filled in', async ({
	page,
	createAccount,
}) => {
	await signInAs(page, await createAccount('Ida'));
	await page.goto('/create-event?template=meetup');
	await expect(page.getByText('Template: Meetup')).toBeVisible();
	await page.getByLabel('Title').fill('Night of the moths');
	await page.getByRole('button', { name: 'Publish' }).click();
	const asked = page.getByRole('dialog', { name: 'Before you publish' });
	await expect(asked.getByText('[title, speaker]')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await asked.getByRole('link', { name: /Change.*The template left texts/ }).click();
	await expect(page).toHaveURL(/\/edit#page$/);
	const section = page.getByRole('region', { name: 'Description' });
	await expect(section.getByText('1 text in brackets is still to be filled in.')).toBeVisible();
	// In the editor it is marked where it is, twice.
	await section.getByRole('textbox', { name: 'Description' }).focus();
	const marks = section.locator('[contenteditable=true] .bg-warning-tint');
	await expect(marks).toHaveText(['[title, speaker]', '[title, speaker]']);
	expect(await axeFindings(page)).toEqual([]);
	await section.getByRole('tab', { name: 'Markdown' }).click();
	await untilSaved(page, () =>
		section.getByRole('textbox', { name: 'Description' }).fill('Talk one: Moths of the harbour, Ida'),
	);
	await expect(section.getByText('still to be filled in')).toBeHidden();

	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	await expect(asked.getByRole('listitem')).toHaveCount(1);
	await expect(asked.getByText('There is no venue or city.').first()).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByText('Draft: visible to your team only')).toBeVisible();
	await (await openPart(page, 'Location')).getByLabel('Venue').fill('Old barn');
	// What was just typed is saved first. Nothing is left to say: no press more.
	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	await expect(page.getByRole('heading', { level: 2, name: 'Your event is live' })).toBeVisible();
	// Said once: by the page, and by no toast.
	await expect(page.getByText('Your event is live')).toHaveCount(1);
});

test('what is red holds an event back wherever it is published; settled, it publishes', async ({
	page,
	account,
}) => {
	const begun = { startsAtLocal: `${inDays(-2)}T19:00`, endsAtLocal: `${inDays(2)}T19:00` };
	const id = await makeDraft(page, account, begun);
	await page.goto(`/events/${id}/edit`);
	// Begun, not over: the page says what the press would say, with the way to the date.
	const way = page.getByRole('link', { name: /^Change.*The event starts in the past/ });
	await way.click();
	await expect(page).toHaveURL(/#times$/);
	await expect(page.getByRole('group', { name: 'Starts' })).toBeInViewport();
	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	const asked = page.getByRole('dialog', { name: 'Not ready to publish' });
	await expect(asked.getByText('The event starts in the past.').first()).toBeVisible();
	await expect(asked.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
	await asked.getByRole('button', { name: 'Keep editing' }).click();
	await expect(page.getByText('Draft: visible to your team only')).toBeVisible();

	await page.goto(`/event-review?event=${id}`);
	await expect(page.getByText('The event starts in the past.').first()).toBeVisible();
	await page.getByRole('button', { name: 'Publish now' }).click({ force: true });
	await expect(page).toHaveURL(/event-review/);
	await page.request.patch(`/api/events/${id}`, {
		headers: { authorization: `Bearer ${account.token}` },
		data: { startsAtLocal: `${inDays(9)}T19:00`, endsAtLocal: `${inDays(9)}T22:00` },
	});
	await page.reload();
	await page.getByRole('button', { name: 'Publish now' }).click();
	await expect(page).toHaveURL(/\/share$/);
});

test('an event that is live is shared with one press, and its next steps go as they are taken', async ({
	page,
	account,
}) => {
	const id = await makeDraft(page, account);
	const call = (method: string, path: string, data?: object) =>
		page.request.fetch(`/api/events/${id}${path}`, {
			method,
			headers: { authorization: `Bearer ${account.token}` },
			...(data && { data }),
		});
	const { slug } = await (await call('POST', '/publish')).json();
	await page.addInitScript(() => {
		const shared: ShareData[] = [];
		Object.assign(globalThis, { shared });
		Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
	});
	await page.goto(`/events/${id}/share`);
	await expect(page.getByRole('heading', { level: 2, name: 'Share your event' })).toBeVisible();
	await expect(page.getByRole('link', { name: 'Share', exact: true })).toHaveAttribute(
		'aria-current',
		'page',
	);
	const steps = page.getByRole('region', { name: 'Next steps' }).getByRole('link');
	await expect(steps).toHaveText([/Set a price/, /Write the description/, /Prepare check-in/]);
	await page.getByRole('button', { name: 'Share', exact: true }).click();
	const shared = await page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared);
	expect(shared).toEqual([expect.objectContaining({ title: 'Lantern walk' })]);
	expect(shared[0]?.url).toMatch(new RegExp(`/events/${slug}$`));
	for (const [name, start] of [
		['WhatsApp', 'https://wa.me/?text=Lantern%20walk'],
		['Email', 'mailto:?subject=Lantern%20walk&body='],
		['LinkedIn', 'https://www.linkedin.com/sharing/'],
	] as const) {
		const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
		expect(href?.startsWith(start), name).toBe(true);
		expect(decodeURIComponent(href ?? ''), name).toContain(
			`/events/${slug}?utm_source=${name.toLowerCase()}`,
		);
	}

	await call('PATCH', '', { description: 'Bring a lamp.' });
	await call('POST', '/ticket-types', { name: 'Seat', priceMinor: 2_500 });
	await call('POST', '/staff-links', { label: 'Gate' });
	await page.reload();
	await expect(page.getByRole('heading', { level: 2, name: 'Tracking links' })).toBeVisible();
	await expect(steps).toHaveCount(0);
});
