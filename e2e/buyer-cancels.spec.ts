import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** A buyer gives up what they paid for: by the refund policy at once, else by asking the organiser. */

test('a ticket comes back by the policy; where it does not decide the organiser is asked, and grants it', async ({
	page,
	account,
	priced,
}) => {
	const { api, event, hold, payByCard } = priced;
	await api.call('patch', `/api/events/${event.id}`, { refundPolicy: 'Full refund until 1 day before.' });
	const order = await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace', 'Alan', 'Ada']);
	await payByCard(order);

	// A phone, by keyboard: what comes back is said before the press, and follows the choice.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/my-ticket/${order.manageToken}`);
	await page.getByRole('button', { name: 'Cancel registration' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Cancel tickets?' });
	await expect(dialog).toContainText('You get €72.00 back');
	await dialog.getByRole('checkbox', { name: /Alan/ }).press('Space');
	await dialog.getByRole('checkbox', { name: /Ada/ }).press('Space');
	await expect(dialog).toContainText('You get €24.00 back');
	await expect(dialog).toContainText('Full refund until 1 day before.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Cancel and get €24.00 back' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('Tickets cancelled')).toBeVisible();

	// One of the others was let in since: a person decides.
	const { data } = await api.call('get', `/api/events/${event.id}/attendees`);
	const { id: guestId } = data.find(({ name }: { name: string }) => name === 'Alan');
	const key = { 'Idempotency-Key': crypto.randomUUID() };
	await api.call('post', `/api/events/${event.id}/check-ins`, { guestId }, key);
	await page.getByRole('button', { name: 'Cancel registration' }).click();
	await expect(dialog).toContainText('decides about a refund');
	await dialog.getByRole('textbox', { name: /Message to/ }).fill('We are ill.');
	await dialog.getByRole('button', { name: 'Send request' }).click();
	await expect(page.getByText('You asked for a refund of up to €48.00')).toBeVisible();
	// A second one is not written in vain.
	await page.getByRole('button', { name: 'Cancel registration' }).click();
	await expect(dialog).toContainText('You already asked for a refund');
	await expect(dialog.getByRole('textbox')).toHaveCount(0);
	await expect(dialog.getByRole('button', { name: 'Send request' })).toHaveCount(0);
	await dialog.getByRole('button', { name: 'Keep tickets' }).click();
	expect(await axeFindings(page)).toEqual([]);

	await page.setViewportSize({ width: 1440, height: 900 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await signInAs(page, account);
	await page.goto('/dashboard');
	// What the policy says of it, and why it is not applied by itself.
	const says =
		/By your refund policy, €48\.00 of €48\.00 comes back: 100% until the day before the start; asked \d+ days before\. One of the tickets was used at check-in\./;
	await expect(page.getByRole('region', { name: 'Needs you' })).toContainText(says);
	await page
		.getByRole('link', { name: /Grace Hopper/ })
		.first()
		.click();
	const article = page.getByRole('article', { name: `Order ${order.code}` });
	await expect(article).toContainText('We are ill.');
	await expect(article).toContainText(says);
	expect(await axeFindings(page)).toEqual([]);
	await article.getByRole('button', { name: 'Refund and cancel' }).click();
	const decision = page.getByRole('dialog', { name: 'Refund and cancel?' });
	await decision.getByRole('textbox', { name: /Message to the buyer/ }).fill('Get well soon.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await decision.getByRole('button', { name: 'Refund €48.00' }).click();
	await expect(article).toContainText('Cancelled');
	await expect(article.getByText('Refund request')).toHaveCount(0);
});
