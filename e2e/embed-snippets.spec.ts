import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** Snippets of an event for the organiser’s own site, and of all events of the organisation. */

const snippetOn = (page: Page) => page.getByTestId('embed-snippet');
const card = (page: Page) => page.getByRole('region', { name: /^Put (?:it|events) on your website$/ });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('on Share the snippet follows the choices, is copied, and its preview is the event', async ({
	page,
	account,
	request,
}) => {
	const event = await apiOf(request, account).sellingEvent({ title: 'Jazz & "Blues" <live>' });
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.id}/share`);
	const host = new URL(page.url()).origin;
	const link = (words: string) => `<a href="${host}${event.path}">${words}</a>`;
	const title = 'Jazz &amp; &quot;Blues&quot; &lt;live&gt;';
	await expect(snippetOn(page)).toHaveText(
		`<script type="module" src="${host}/embed.js"></script> <foyer-event event="${event.slug}">${link(title)}</foyer-event>`,
	);
	const preview = page.getByTestId('embed-preview');
	await expect(preview.locator('foyer-event')).toHaveAttribute('preview', '');
	await expect(preview.getByText(event.title).filter({ visible: true }).first()).toBeVisible();

	await page.getByRole('radio', { name: /^Button/ }).check();
	await page.getByLabel('Words on the button').fill('Come & dance');
	await page.getByLabel('Registration opens').selectOption('tab');
	await page.getByLabel('Theme').selectOption('dark');
	await page.getByLabel('Accent colour').fill('#7a1f3d');
	await expect(snippetOn(page)).toContainText(
		`<foyer-button event="${event.slug}" opens="tab" theme="dark" accent="#7a1f3d">${link('Come &amp; dance')}</foyer-button>`,
	);
	await expect(preview.locator('foyer-button')).toHaveAttribute('theme', 'dark');
	await page.getByRole('button', { name: 'Copy snippet' }).click();
	await expect(card(page).getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await snippetOn(page).innerText());

	await page.getByRole('radio', { name: /^Calendar/ }).check();
	await expect(snippetOn(page)).toContainText(' view="month" opens="tab" theme="dark" accent="#7a1f3d">');
	await page.getByRole('button', { name: 'No accent' }).click();
	await expect(snippetOn(page)).not.toContainText('accent');
	await page.getByText('For sites with a strict content policy').click();
	await expect(page.getByTestId('embed-policy')).toContainText(`connect-src ${host};`);
	await page.evaluate(() => {
		document.documentElement.dataset.theme = 'dark';
	});
	expect(await axeFindings(page)).toEqual([]);
});

test('before it is published the review has the snippet, folded; other sites show no draft', async ({
	page,
	account,
	api,
}) => {
	const { call } = api;
	const startsAt = new Date(Date.now() + 14 * 86_400_000).toISOString();
	const draft = await call('post', '/api/events', {
		title: 'Lantern walk',
		startsAt,
		timeZone: 'Europe/Berlin',
	});
	await signInAs(page, account);
	await page.goto(`/event-review?event=${draft.id}`);
	await page.getByText('Put it on your website').click();
	await expect(snippetOn(page)).toContainText(`<foyer-event event="${draft.slug}">`);
	await expect(card(page).getByText('Visitors see only the link until you publish')).toBeVisible();
	await expect(page.getByTestId('embed-preview')).toHaveCount(0);

	// The organisation's own: its list, until its page is hidden.
	await page.goto('/integrations');
	await expect(snippetOn(page)).toContainText('view="list"');
	const me = await call('get', '/api/auth/user');
	const settings = `/api/organisations/${me.organisations[0].id}/page`;
	const { version } = await call('get', settings);
	await call('put', settings, { isShown: false }, { 'if-match': `"${version}"` });
	await page.reload();
	await expect(card(page).getByText('Your organiser page is hidden').first()).toBeVisible();
	await expect(snippetOn(page)).toHaveCount(0);
});
