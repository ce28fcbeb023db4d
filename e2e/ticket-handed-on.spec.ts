import { formatTicketCode } from '#shared/rules/ticket-code.ts';
import { axeFindings, isNarrow } from './support/axe.ts';
import { linkIn } from './support/mails.ts';
import { expect, type Fixtures, test } from './support/test.ts';

/** A ticket is transferred by email: accepted, shown, transferred again, declined. */

async function offerTicket(
	api: Fixtures['api'],
	from: { name: string; email: string },
	to: { name: string; email: string },
) {
	const event = await api.sellingEvent();
	const order = await api.order(event, from);
	const [ticket] = order.attendees;
	const at = `/api/orders/${order.manageToken}/attendees/${ticket.id}/transfer`;
	await api.call('post', at, to);
	return { event, order, ticket, withdraw: () => api.call('delete', at) };
}

test('an offered ticket is accepted by keyboard, shown with a new code, and transferred again', async ({
	page,
	context,
	api,
	request,
	freshEmail,
	mails,
	faults,
}) => {
	faults.allow(/status of 4\d\d/);
	const [ada, mary, bob] = ['ada', 'mary', 'bob'].map((name) => freshEmail(name)) as [string, string, string];
	const { event, ticket } = await offerTicket(
		api,
		{ name: 'Ada Lovelace', email: ada },
		{ name: 'Mary', email: mary },
	);
	const offer = async (email: string) =>
		new URL(linkIn(await mails.waitFor(email, /has a ticket for you/), /\/transfer\//)).pathname;
	const marysOffer = await offer(mary);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	const answer = await page.goto(marysOffer);
	expect(answer?.headers()).toMatchObject({
		'cache-control': 'private, no-store',
		'x-robots-tag': 'noindex',
	});
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace has a ticket for you');
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	const name = page.getByLabel('Name on the ticket');
	await expect(name).toHaveValue('Mary');
	await name.fill('');
	await name.press('Enter');
	await expect(name).toHaveAccessibleDescription('Please enter a name.');
	await page.keyboard.type('Mary Shelley');
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/ticket\//);
	await expect(page.getByText('The ticket is yours')).toBeVisible();
	const stub = (whose: string) => page.getByRole('article', { name: `Ticket for ${whose}` });
	await expect(stub('Mary Shelley').getByRole('img', { name: /QR code/ })).toBeVisible();
	expect(await isNarrow(page)).toBe(true);
	const [held] = await api.attendees(event.id);
	expect(held).toMatchObject({ name: 'Mary Shelley', email: mary });
	const marysTicket = new URL(page.url()).pathname;

	await expect(stub('Mary Shelley')).not.toContainText(formatTicketCode(ticket.ticketCode));

	// The code fills the screen without a connection too.
	const loaded = () =>
		page.evaluate(
			() =>
				performance.getEntriesByType('resource').filter(({ name: file }) => /ticket-screen/.test(file))
					.length,
		);
	await expect.poll(loaded).toBeGreaterThan(0);
	await context.setOffline(true);
	await stub('Mary Shelley').getByRole('button', { name: 'Full screen' }).press('Enter');
	const screen = page.getByRole('dialog');
	await expect(screen.getByRole('img', { name: /QR code/ })).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('Escape');
	await expect(screen).toHaveCount(0);
	await context.setOffline(false);

	await page.getByRole('button', { name: 'Edit name' }).click();
	await screen.getByLabel('Name').fill('Mary W. Shelley');
	await page.keyboard.press('Enter');
	await expect(stub('Mary W. Shelley')).toBeVisible();
	const calendar = await request.get(
		(await page.getByRole('link', { name: /\.ics/ }).getAttribute('href')) ?? '',
	);
	expect(await calendar.text()).toContain('Night of the Harbour');

	// An offer that is cancelled and made again: e2e/hand-on.spec.ts.
	await page.getByRole('button', { name: 'Transfer' }).press('Enter');
	await screen.getByLabel('Their name').fill('Bob');
	await screen.getByLabel('Their email').fill(bob);
	await page.keyboard.press('Enter');
	await expect(page.getByText(`Offered to Bob (${bob}) until`)).toBeVisible();
	await expect(page.getByRole('button', { name: 'Cancel offer' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.goto(await offer(bob));
	await page.getByRole('button', { name: 'Accept ticket' }).click();
	await expect(stub('Bob')).toBeVisible();

	// What Mary had leads nowhere now, and says so.
	const gone = await page.goto(marysTicket);
	expect(gone?.status()).toBe(404);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this ticket');
	await page.goto(marysOffer);
	await expect(page.getByText('This ticket has been transferred')).toBeVisible();
});

test('an offer is declined after a question; one that was taken back meanwhile says so', async ({
	page,
	api,
	freshEmail,
	mails,
	faults,
}) => {
	faults.allow(/status of 4\d\d POST .*\/api\/transfers\//);
	const open = async () => {
		const email = freshEmail('mary');
		const made = await offerTicket(api, { name: 'Ada', email: freshEmail('ada') }, { name: 'Mary', email });
		const mail = await mails.waitFor(email, /has a ticket for you/);
		await page.goto(new URL(linkIn(mail, /\/transfer\//)).pathname);
		return made;
	};
	await open();
	await page.getByRole('button', { name: 'No, thanks' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Decline the ticket?' });
	await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Decline ticket' }).press('Enter');
	await expect(page.getByText('You declined this ticket')).toBeVisible();
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

	const { withdraw } = await open();
	await withdraw();
	await page.getByRole('button', { name: 'Accept ticket' }).click();
	await expect(page.getByText('This offer was cancelled')).toBeVisible();
});

test('without script an offer reads well, and says what accepting needs', async ({
	browser,
	api,
	freshEmail,
	mails,
}) => {
	const email = freshEmail('mary');
	await offerTicket(api, { name: 'Ada', email: freshEmail('ada') }, { name: 'Mary', email });
	const link = linkIn(await mails.waitFor(email, /has a ticket for you/), /\/transfer\//);
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(link);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada has a ticket for you');
	await expect(page.getByText('Night of the Harbour')).toBeVisible();
	// Its words are not found by text: Playwright reads none in it.
	await expect(page.locator('main noscript p')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Accept ticket' })).toBeHidden();
	await context.close();
});
