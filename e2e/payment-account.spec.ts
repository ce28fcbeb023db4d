import type { Locator } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/**
 * An organiser takes card payments in test mode within some presses, and chooses other ways. Everything that becomes of a charge is one
 * press too, and what it does to the money at the provider stands beside it.
 */
test('an account is opened, onboarded and enabled, and a transfer is offered; in test mode there are charge, decline, refund, disputes and payout', async ({
	page,
	account,
	request,
	faults,
}) => {
	faults.allow(/400|402/);
	await apiOf(request, account).sellingEvent();
	await signInAs(page, account);
	await page.goto('/stripe-connect-demo');
	await expect(page.getByText('Not started')).toBeVisible();
	await expect(page.getByText(/Nothing was sold yet\./)).toBeVisible();
	await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
	await page.getByRole('button', { name: 'Open an account' }).click();
	await page.waitForURL(/\/test-gateway\/onboarding\//);
	await page.goto('/stripe-connect-demo?returned');
	await expect(page.getByText('In progress')).toBeVisible();
	await page.getByRole('button', { name: 'Enable now (test mode)' }).click();
	await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
	await page.getByText('Test tools').click();
	await page.getByRole('button', { name: 'Restrict (test mode)' }).click();
	await expect(page.getByText('Restricted', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Enable now (test mode)' }).click();

	await page.getByText('Bank transfer', { exact: true }).click();
	await page.getByRole('textbox', { name: 'Account holder' }).fill('Harbour choir');
	await page.getByRole('textbox', { name: 'IBAN' }).fill('DE00 3704 0044 0532 0130 00');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Please enter a valid IBAN.').first()).toBeVisible();
	await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Saved', { exact: true })).toBeVisible();

	// Another IBAN waits, and can be withdrawn.
	await page.getByRole('textbox', { name: 'IBAN' }).fill('DE75 5121 0800 1245 1261 99');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('New bank details are not used yet')).toBeVisible();
	await expect(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue('DE89370400440532013000');
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('button', { name: 'Cancel change' }).click();
	await expect(page.getByText('New bank details are not used yet')).toBeHidden();

	const press = async (name: string) => {
		await page.getByRole('button', { name, exact: true }).click();
		return page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
	};
	const lineOf = (row: Locator, reason: string) =>
		row.locator('dl > div').filter({ hasText: reason }).getByRole('definition');

	const charged = await press('Charge a card');
	await expect(charged.getByText('Charged')).toBeVisible();
	await expect(lineOf(charged, 'Paid by card')).toHaveText('€48.00');
	await expect(lineOf(charged, 'Provider’s fee')).toHaveText('-€0.97');
	const declined = await press('Decline a card');
	await expect(
		declined.getByText('Card declined. Please use a different payment method.', { exact: true }),
	).toBeVisible();
	await expect(declined.getByText('No money moved.')).toBeVisible();
	await expect((await press('Refund a charge')).getByText('Refunded')).toBeVisible();
	await expect((await press('Win a dispute')).getByText('Dispute won')).toBeVisible();
	const lost = await press('Lose a dispute');
	await expect(lineOf(lost, 'Held for the dispute')).toHaveText('-€48.00');
	const paidOut = await press('Pay out');
	await expect(paidOut.getByText('Paid out')).toBeVisible();
	await expect(lineOf(paidOut, 'Sent to your bank account')).toHaveText(/^-€/);
	await expect(page.getByRole('main').getByText(/debit|credit|books/i)).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);
});

test('from an event whose tickets cannot be paid for to the account and back, and from its page to its other side', async ({
	page,
	account,
	api,
	event,
	faults,
}) => {
	// There is no account yet that the provider could know anything of.
	faults.allow(/404 POST .*\/payment-account\/refresh$/);
	await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Supper',
		kind: 'paid',
		priceMinor: 4_800,
	});
	await signInAs(page, account);
	await page.goto(event.path);
	await page.getByRole('link', { name: 'Manage' }).click();
	await expect(page).toHaveURL(`/events/${event.slug}/overview`);
	await expect(page.getByRole('navigation', { name: 'Organiser' }).getByText('Events')).toHaveAttribute(
		'aria-current',
		'true',
	);
	await page.getByRole('link', { name: 'Set up payments' }).click();
	await expect(page.getByRole('heading', { name: 'Payment account', level: 1 })).toBeVisible();
	await expect(page.getByRole('main').getByRole('link', { name: 'Create Event' })).toHaveCount(0);
	// The provider's own pages lead back by an address.
	await page.goto('/stripe-connect-demo?returned');
	await page.getByRole('link', { name: `Back to ${event.title}` }).click();
	await expect(page).toHaveURL(`/events/${event.slug}/overview`);
	// From the review, back to editing.
	await page.goto(`/event-review?event=${event.id}`);
	await page.getByRole('link', { name: 'Set up payments' }).click();
	await expect(page.getByRole('link', { name: `Back to ${event.title}` })).toHaveAttribute(
		'href',
		`/events/${event.id}/edit`,
	);
	await page.goto('/money');
	// Whoever comes another way is led nowhere they were not.
	await page.goto('/stripe-connect-demo');
	await expect(page.getByRole('heading', { name: 'Payment account', level: 1 })).toBeVisible();
	await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);
});
