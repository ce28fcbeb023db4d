import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** A buyer hands a ticket on to somebody else: offered, the offer cancelled, accepted. */

test('a ticket is offered by keyboard, the offer cancelled, made again and accepted', async ({
	page,
	api,
	event,
	request,
	freshEmail,
	mails,
	faults,
}) => {
	faults.allow(/status of 422 DELETE .*\/transfer$/);
	const order = await api.call('post', `/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada', email: freshEmail('ada') },
		items: [{ ticketTypeId: event.standardId, quantity: 2 }],
		attendees: [{ name: 'Ada' }, { name: 'Charles' }],
	});
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/my-ticket/${order.manageToken}`);
	const ticket = (name: string) => page.getByRole('article', { name: `Ticket for ${name}` });
	const dialog = page.getByRole('dialog', { name: 'Transfer Charles’s ticket' });
	const handOn = ticket('Charles').getByRole('button', { name: 'Transfer' });
	const top = () =>
		page
			.getByRole('button', { name: 'Edit names' })
			.evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
	const before = await top();
	await handOn.press('Enter');
	await expect(dialog).toContainText('Your ticket stays valid until they accept.');
	await expect(dialog.getByLabel('Their name')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(dialog.getByLabel('Their name')).toHaveAccessibleDescription('Please enter a name.');
	await page.keyboard.type('Mary Shelley');
	await page.keyboard.press('Tab');
	await page.keyboard.type('mary@gmial.com');
	await page.keyboard.press('Tab');
	// A likely slip is pointed out.
	await expect(dialog.getByRole('button', { name: /gmail\.com/ })).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	const wrong = freshEmail('marie');
	await dialog.getByLabel('Their email').fill(wrong);
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(ticket('Charles')).toContainText(`Offered to Mary Shelley (${wrong}) until`);
	// The code stays: nobody has accepted.
	await expect(ticket('Charles').getByRole('img', { name: /QR code/ })).toBeVisible();
	const cancelOffer = ticket('Charles').getByRole('button', { name: 'Cancel offer' });
	await expect(cancelOffer).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(handOn).toBeFocused();
	await expect(page.getByText('Offer cancelled')).toBeVisible();
	expect(await top()).toBe(before);

	const mary = freshEmail('mary');
	await page.keyboard.press('Enter');
	await dialog.getByLabel('Their name').fill('Mary Shelley');
	await dialog.getByLabel('Their email').fill(mary);
	await dialog.getByRole('button', { name: 'Offer ticket' }).click();
	await expect(cancelOffer).toBeVisible();
	const link = mails.linkIn(await mails.waitFor(mary, /has a ticket for you/), /\/transfer\//);
	const accepted = await request.post(`/api/transfers/${new URL(link).pathname.split('/').at(-1)}/accept`, {
		headers: { 'Idempotency-Key': crypto.randomUUID() },
		data: {},
	});
	expect(accepted.status(), await accepted.text()).toBe(200);

	// What was open in another tab: refused, and said why.
	await cancelOffer.click();
	await expect(ticket('Charles').getByRole('alert')).toBeVisible();
	await page.reload();
	await expect(ticket('Mary Shelley')).toContainText('Transferred to Mary Shelley');
	await expect(ticket('Mary Shelley').getByRole('button')).toHaveCount(0);
	await expect(ticket('Mary Shelley').getByRole('img')).toHaveCount(0);
	// Neither on the full screen nor among the names that the buyer corrects.
	await ticket('Ada').getByRole('button', { name: 'Full screen' }).click();
	await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
	await page.getByRole('button', { name: 'Close' }).click();
	await page.getByRole('button', { name: 'Edit name' }).click();
	await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(1);
});

test('without a connection an offer says so, and is sent once it is back', async ({
	page,
	context,
	api,
	event,
	freshEmail,
	faults,
}) => {
	faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
	const { manageToken } = await api.order(event, { name: 'Ada', email: freshEmail('ada') });
	await page.goto(`/my-ticket/${manageToken}`);
	await page.getByRole('button', { name: 'Transfer' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Their name').fill('Mary Shelley');
	await dialog.getByLabel('Their email').fill(freshEmail('mary'));
	await context.setOffline(true);
	await dialog.getByRole('button', { name: 'Offer ticket' }).click();
	await expect(dialog.getByRole('alert').first()).toContainText(/offline|connection/i);
	await context.setOffline(false);
	await dialog.getByRole('button', { name: 'Offer ticket' }).click();
	await expect(page.getByText(/^Offered to Mary Shelley/)).toBeVisible();
});
