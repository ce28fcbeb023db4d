import type { FrameLocator, Page } from '@playwright/test';

/** Test cards by what becomes of a payment with them. */
export const cards = {
	succeeds: '4242424242424242',
	hasNoFunds: '4000000000009995',
	asksBank: '4000002500003155',
};

/** The card form of the built-in gateway. */
export const cardFields = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');

/** Types a test card into the card form. */
export async function typeCard(page: Page, number = cards.succeeds): Promise<void> {
	const card = cardFields(page);
	await card.getByLabel('Card number').fill(number);
	await card.getByLabel(/Expir/).fill('12 / 35');
	await card.getByLabel(/CVC|Security code/).fill('123');
}
