import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { checkCode, openDoor, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** What the organiser wants to know at the door: asked once somebody is in, never in the way of the next one. */

const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|status of 4\d\d/;

/** A hardware reader: keys a few milliseconds apart, whatever else the machine does, then Enter. They fall into what has the focus. */
async function readByWedge(page: Page, code: string): Promise<void> {
	await page.evaluate(
		(keys) => {
			const target = document.activeElement ?? document.body;
			const beganMs = performance.now() + 100;
			for (const [index, key] of keys.entries()) {
				const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
				Object.defineProperty(event, 'timeStamp', { value: beganMs + index * 5 });
				const isLetter = target.dispatchEvent(event) && key.length === 1;
				if (isLetter && target instanceof HTMLInputElement) document.execCommand('insertText', false, key);
			}
		},
		[...code, 'Enter'],
	);
}

test('questions at the door: by touch, by keyboard, skipped, by the next scan, and without a network', async ({
	browser,
	doorOf,
	faults,
}) => {
	test.slow();
	faults.allow(CUT);
	const door = await doorOf('Quinn', ['Ada', 'Bo', 'Cy', 'Di']);
	const [ada, bo, cy, di] = door.guests.map(({ ticketCode }) => ticketCode) as [
		string,
		string,
		string,
		string,
	];
	const api = `/api/events/${door.eventId}`;
	const choices = [{ label: 'Vegan' }, { label: 'Everything' }];
	const meal = await door.call('post', `${api}/questions`, {
		label: 'Which meal?',
		kind: 'single_choice',
		choices,
		isRequired: true,
		isAskedAtDoor: true,
	});
	await door.call('post', `${api}/questions`, {
		label: 'Allergies',
		kind: 'text',
		isAskedAtDoor: true,
		shownWhen: { questionId: meal.id, equals: meal.choices[0].id },
	});
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const page = await openDoor(context, door, 'Gate');
	const sheet = page.getByRole('dialog');
	const answersOf = async (name: string) => {
		const { id } = door.guests.find((guest) => guest.name === name)!;
		const told = await door.call('get', `${api}/attendees/${id}/answers`);
		return Object.values(told.answers as Record<string, unknown>);
	};

	// By touch; what hangs on the answer is asked next, and by keyboard.
	expect(await checkCode(page, ada)).toContain('OK');
	await expect(sheet).toContainText(/Ada[\s\S]*Which meal\?/);
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	const vegan = sheet.getByRole('button', { name: 'Vegan' });
	expect((await vegan.boundingBox())!.height).toBeGreaterThanOrEqual(64);
	await vegan.click();
	await expect(sheet.getByLabel('Allergies')).toBeFocused();
	await page.keyboard.type('Nuts');
	await page.keyboard.press('Enter');
	await expect(sheet).toBeHidden();
	await expect.poll(() => answersOf('Ada')).toEqual([meal.choices[0].id, 'Nuts']);
	// Who has answered is not asked again.
	expect(await checkCode(page, ada)).toContain('Already checked in');
	await expect(sheet).toBeHidden();

	// Skipped: Bo is in. What is required is asked again at the next scan, and the next guest does not wait for it.
	expect(await checkCode(page, bo)).toContain('OK');
	await sheet.getByRole('button', { name: 'Skip' }).click();
	await expect(sheet).toBeHidden();
	expect(await checkCode(page, bo)).toContain('Already checked in');
	await expect(sheet).toContainText('Which meal?');
	await readByWedge(page, cy);
	await expect(page.locator('[data-verdict="success"]')).toContainText('Cy');
	await page.keyboard.press('Escape');
	await expect(sheet).toContainText(/Cy[\s\S]*Which meal\?/);

	// Without a network; what was typed when the next one is scanned is kept.
	await context.setOffline(true);
	await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
	await sheet.getByRole('button', { name: 'Vegan' }).click();
	await sheet.getByLabel('Allergies').fill('Milk');
	await readByWedge(page, di);
	await expect(page.locator('[data-verdict="success"]')).toContainText('Di');
	await page.keyboard.press('Escape');
	await sheet.getByRole('button', { name: 'Everything' }).click();
	await expect(sheet).toBeHidden();
	await expect.poll(() => waitingOn(page)).toBe(4);
	expect(await answersOf('Cy')).toEqual([]);
	page.on('dialog', (dialog) => void dialog.accept());
	await page.reload();
	expect(await checkCode(page, di)).toContain('Already checked in');
	await expect(sheet).toBeHidden();

	await context.setOffline(false);
	await expect.poll(() => waitingOn(page)).toBe(0);
	await expect.poll(() => answersOf('Cy')).toEqual([meal.choices[0].id, 'Milk']);
	await expect.poll(() => answersOf('Di')).toEqual([meal.choices[1].id]);
	expect(await answersOf('Bo')).toEqual([]);
	await expect(page.getByTestId('door-notices')).toBeHidden();
	await context.close();
});
