import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** The overview of an event shows what its phase is about. */

const hour = 3_600_000;

test('a draft has its checklist, then come sales, arrivals and what came of it', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount('Phases');
	const api = apiOf(request, account);
	const event = await api.call('post', '/api/events', {
		title: 'Harvest supper',
		startsAtLocal: '2031-09-20T18:00',
		endsAtLocal: '2031-09-20T22:00',
		timeZone: 'UTC',
	});
	await signInAs(page, account);
	const main = page.getByRole('main');
	const path = `/events/${event.id}/overview`;

	await page.goto(path);
	await expect(main.getByRole('link', { name: 'Review and publish' })).toBeVisible();
	await expect(main.getByRole('heading', { name: 'Checklist' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await api.call('post', `/api/events/${event.id}/publish`);
	await page.goto(path);
	await expect(main.getByRole('heading', { name: 'Next steps' })).toBeVisible();
	await expect(main.getByRole('link', { name: 'Share event' })).toBeVisible();
	await expect(main.getByRole('link', { name: 'Start check-in' })).toHaveCount(0);
	await expect(main.getByRole('heading', { name: 'Recent check-ins' })).toHaveCount(0);

	await api.importGuests(event.id, [
		{ name: 'Ada Ames', email: 'ada@people.example' },
		{ name: 'Bo Boyd', email: 'bo@people.example' },
	]);
	await page.goto(path);
	await expect(main.getByRole('heading', { name: 'Tickets by type' })).toBeVisible();

	const start = Date.parse('2031-09-20T18:00:00Z');
	await page.clock.setFixedTime(start - hour);
	await page.goto(path);
	await expect(main.getByRole('link', { name: 'Start check-in' })).toBeVisible();
	await expect(main.getByText('of 2 checked in')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await page.clock.setFixedTime(start + 5 * hour);
	await page.goto(path);
	await expect(main.getByRole('heading', { name: 'What’s next' })).toBeVisible();
	await expect(main.getByRole('link', { name: 'Start check-in' })).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);
	await main.getByRole('button', { name: 'Duplicate event' }).click();
	await expect(page).toHaveURL(/\/events\/(?!.*overview)[0-9a-f-]{36}\/edit$/);
});

test('an overview that is left open goes on by the clock, without new figures', async ({
	page,
	account,
	api,
	event,
}) => {
	const { startsAt, endsAt } = await api.call('get', `/api/events/${event.id}`);
	await signInAs(page, account);
	const main = page.getByRole('main');
	const arrivals = Date.parse(startsAt) - 2 * hour;
	await page.clock.install({ time: arrivals - hour });
	await page.goto(`/events/${event.id}/overview`);
	await expect(main.getByRole('link', { name: 'Share event' })).toBeVisible();
	// No answer any more: only the clock goes on.
	await page.route('**/figures*', () => undefined);
	await page.clock.pauseAt(arrivals - 5_000);
	await expect(main.getByRole('link', { name: 'Share event' })).toBeVisible();
	await page.clock.fastForward(10_000);
	await expect(main.getByRole('link', { name: 'Start check-in' })).toBeVisible();
	await page.clock.pauseAt(Date.parse(endsAt) + 5_000);
	await page.clock.resume();
	await expect(main.getByRole('heading', { name: 'What’s next' })).toBeVisible();
	await expect(main.getByRole('link', { name: 'Start check-in' })).toHaveCount(0);
});

test('a postponed event leads to its new date, then to publishing it again', async ({
	page,
	account,
	api,
	event,
}) => {
	await api.call('post', `/api/events/${event.id}/postpone`, { message: '' });
	await signInAs(page, account);
	const main = page.getByRole('main');
	await page.goto(`/events/${event.id}/overview`);
	await expect(main.getByText('Registration is paused until you set a new date.')).toBeVisible();
	await expect(main.getByRole('link', { name: 'Share event' })).toHaveCount(0);
	await main.getByRole('link', { name: 'Set new date' }).click();
	await expect(page).toHaveURL(/\/edit#times$/);
	await expect(main.getByRole('region', { name: 'Date and time' })).toBeInViewport();

	await api.call('patch', `/api/events/${event.id}`, { startsAtLocal: '2031-09-20T18:00' });
	await page.goto(`/events/${event.id}/overview`);
	await main.getByRole('link', { name: 'Review and publish' }).click();
	await expect(page).toHaveURL(/\/event-review\?event=/);
});
