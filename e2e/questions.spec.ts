import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Questions of an event: written by the organiser, answered after the ticket is safe, changed, read with the guest and in the export. */

test('an organiser writes questions, puts them in order and meets the change of a colleague', async ({
	page,
	account,
	api,
	event,
	faults,
}) => {
	faults.allow(/status of (?:412|422)/);
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/tickets#questions`);
	const section = page.getByRole('region', { name: 'Questions' });
	const dialog = page.getByRole('dialog');
	const rows = section.locator('[data-row]');

	// A required choice, tried out in the preview.
	await section.getByRole('button', { name: 'Add question' }).click();
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(dialog.getByLabel('Question', { exact: true })).toBeFocused();
	const preview = dialog.getByRole('region', { name: 'Preview' });
	await expect(preview).toHaveText('As guests see it');
	await dialog.getByLabel('Question', { exact: true }).fill('What do you eat?');
	await dialog.getByLabel('Answer', { exact: true }).selectOption('Single choice');
	await dialog.getByRole('textbox', { name: 'Option 1' }).fill('Everything');
	await dialog.getByRole('textbox', { name: 'Option 1' }).press('Enter');
	await page.keyboard.type('Something else');
	const email = dialog.getByRole('checkbox', { name: 'Email buyers who haven’t answered yet' });
	await expect(email).toBeHidden();
	await dialog.getByRole('checkbox', { name: 'Required' }).check();
	await email.check();
	await preview.getByLabel('Something else').check();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(dialog).toBeHidden();
	await expect(rows).toHaveCount(1);

	// One that hangs on it, and one that the door asks.
	await section.getByRole('button', { name: 'Add question' }).click();
	await dialog.getByLabel('Question', { exact: true }).fill('Please tell us more');
	await dialog.getByLabel('When').selectOption('Only if “What do you eat?”');
	await dialog.getByLabel('If the answer is').selectOption('Something else');
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(dialog).toBeHidden();
	await expect(rows).toHaveCount(2);
	await section.getByRole('button', { name: 'Add question' }).click();
	await dialog.getByLabel('Question', { exact: true }).fill('Phone number');
	await dialog.getByLabel('Answer', { exact: true }).selectOption('Phone number');
	await dialog.getByRole('switch', { name: 'Ask at check-in' }).check();
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(dialog).toBeHidden();
	await expect(rows.nth(2)).toContainText('Asked at check-in');

	// By keys, by pointer, and not before what it hangs on.
	await section.getByRole('button', { name: 'Edit Phone number' }).focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect(rows.nth(1)).toContainText('Phone number');
	await expect(section.getByRole('button', { name: 'Edit Phone number' })).toBeFocused();
	const written = page.waitForResponse((response) => response.url().endsWith('/questions/order'));
	const from = await rows.nth(1).locator('span').first().boundingBox();
	const to = await rows.nth(0).boundingBox();
	await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
	await page.mouse.down();
	await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 12, { steps: 4 });
	await page.mouse.up();
	expect((await written).status()).toBe(200);
	await expect(rows.nth(0)).toContainText('Phone number');
	// A press while the order before is being saved moves nothing.
	await expect(async () => {
		await section.getByRole('button', { name: 'Move Please tell us more up' }).click();
		await expect(page.getByText('must come after the question it depends on').first()).toBeVisible({
			timeout: 2_000,
		});
	}).toPass();
	await expect(rows.nth(2)).toContainText('Please tell us more');

	// A colleague saves first: nothing is overwritten, their version is loaded.
	await section.getByRole('button', { name: 'Edit Phone number' }).click();
	const { data } = await api.call('get', `/api/events/${event.id}/questions`);
	const phone = data.find((one: { label: string }) => one.label === 'Phone number');
	await api.call('patch', `/api/events/${event.id}/questions/${phone.id}`, { label: 'Your phone' });
	await dialog.getByLabel('Help text').fill('For the day itself');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog.getByText('Someone else changed this question')).toBeVisible();
	await dialog.getByRole('button', { name: 'Load their version' }).click();
	await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue('Your phone');
	await dialog.getByRole('button', { name: 'Close' }).first().click();
});

test('a guest answers after the ticket is safe, changes an answer; the organiser reads it and exports', async ({
	page,
	account,
	api,
	event,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 400/);
	const ask = (question: object) => api.call('post', `/api/events/${event.id}/questions`, question);
	const diet = await ask({
		label: 'What do you eat?',
		kind: 'single_choice',
		choices: [{ label: 'Everything' }, { label: 'Something else' }],
		isRequired: true,
	});
	const shownWhen = { questionId: diet.id, equals: diet.choices[1].id };
	await ask({ label: 'Please tell us more', kind: 'text', shownWhen });
	await ask({ label: 'Your phone', kind: 'phone', isAskedAtDoor: true });
	await signInAs(page, account);
	const dialog = page.getByRole('dialog');

	// A guest: the ticket first, then the questions.
	const { manageToken } = await api.order(event, { name: 'Grace Hopper', email: freshEmail() });
	await page.goto(`/my-ticket/${manageToken}`);
	const asked = page.getByRole('region', { name: /^Questions from/ });
	await expect(asked.getByRole('status')).toHaveText('You’re registered. 1 question left.');
	await expect(asked.getByLabel('Please tell us more')).toHaveCount(0);
	await asked.getByLabel('Something else').check();
	await asked.getByLabel('Please tell us more').fill('=No nuts, please');
	await asked.getByLabel('Your phone').fill('nonsense');
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByLabel('Your phone')).toHaveAccessibleDescription(/valid phone number/);
	await expect(asked.getByLabel('Your phone')).toBeFocused();
	await expect(asked.getByLabel('Please tell us more')).toHaveValue('=No nuts, please');
	await asked.getByLabel('Your phone').fill('');
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByRole('status')).toHaveText(/^Nothing required is left/);
	await asked.getByLabel('Your phone').fill('+351 21 000 0000');
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByRole('status')).toContainText('All answered');
	await page.reload();
	await expect(asked.getByLabel('Your phone')).toHaveValue('+351 21 000 0000');
	await asked.getByLabel('Please tell us more').fill('No nuts at all');
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByText('Unsaved changes')).toHaveCount(0);
	await expect(page.getByText('Answers saved').first()).toBeVisible();

	// The organiser reads them with the guest, mends one with the guest's own Save, and exports.
	await page.goto(`/events/${event.id}/guests`);
	await page.getByText('Grace Hopper').first().click();
	await expect(dialog.getByLabel('Please tell us more')).toHaveValue('No nuts at all');
	await dialog.getByLabel('Your phone').fill('call me');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog.getByLabel('Your phone')).toHaveAccessibleDescription(/valid phone number/);
	await dialog.getByLabel('Your phone').fill('+351 21 111 1111');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toHaveCount(0);
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Guest list actions' }).click();
	await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
	const text = readFileSync(await (await download).path(), 'utf8');
	expect(text).toContain('What do you eat?');
	expect(text).toContain('Something else');
	expect(text).toContain('+351 21 111 1111');

	// Removed with words about what is kept, and asked again.
	await page.goto(`/events/${event.id}/tickets#questions`);
	const section = page.getByRole('region', { name: 'Questions' });
	const rows = section.locator('[data-row]');
	await section.getByRole('button', { name: 'Remove Your phone' }).click();
	await expect(dialog).toContainText('Existing answers stay');
	await dialog.getByRole('button', { name: 'Remove' }).click();
	await expect(rows).toHaveCount(2);
	await section.getByText('1 removed question').click();
	await section.getByRole('button', { name: 'Restore Your phone' }).click();
	await expect(rows).toHaveCount(3);
});

test('a guest answers with a file: refused, uploaded, replaced, removed; the organiser downloads it', async ({
	page,
	account,
	api,
	event,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 400|ERR_CONNECTION_RESET/);
	await signInAs(page, account);
	const dialog = page.getByRole('dialog');
	const section = page.getByRole('region', { name: 'Questions', exact: true });
	const passport = pdf('passport');
	const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

	// The organiser asks for it; what is taken is said, and the field can be tried out.
	await page.goto(`/events/${event.id}/tickets#questions`);
	await section.getByRole('button', { name: 'Add question' }).click();
	await dialog.getByLabel('Question', { exact: true }).fill('Your student card');
	await dialog.getByRole('switch', { name: 'Ask at check-in' }).check();
	await dialog.getByLabel('Answer', { exact: true }).selectOption('File');
	await expect(dialog.getByLabel('Answer', { exact: true })).toHaveAccessibleDescription(/PDF, JPEG.*10 MB/);
	await expect(dialog.getByRole('switch', { name: 'Ask at check-in' })).toHaveCount(0);
	const preview = dialog.getByRole('region', { name: 'Preview' });
	await preview.getByLabel('Your student card').setInputFiles(asFile('tried.pdf', passport));
	await expect(preview.getByText('tried.pdf').first()).toBeVisible();
	await expect(preview.getByRole('button', { name: 'Download tried.pdf' })).toHaveCount(0);
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(dialog).toBeHidden();
	await expect(section.locator('[data-row]')).toContainText('File · every guest');
	await expect(section.getByRole('button', { name: /^Download all files/ })).toHaveCount(0);

	// The guest: what cannot be taken is refused in place, before the upload or by its content.
	const { manageToken } = await api.order(event, { name: 'Grace Hopper', email: freshEmail() });
	await page.goto(`/my-ticket/${manageToken}`);
	const asked = page.getByRole('region', { name: /^Questions from/ });
	const field = asked.getByLabel('Your student card');
	const refused = /Use a PDF, JPEG, PNG, WebP or HEIC file/;
	await field.setInputFiles({ name: 'card.docx', mimeType: 'text/plain', buffer: Buffer.from('card') });
	await expect(field).toHaveAccessibleDescription(refused);
	await field.setInputFiles(asFile('page.pdf', Buffer.from('<html>hello</html>')));
	await expect(field).toHaveAccessibleDescription(/PDF, JPEG, PNG, WebP or HEIC/);
	await expect(asked.getByRole('button', { name: 'Try again' })).toHaveCount(0);
	await field.setInputFiles(asFile('large.pdf', Buffer.alloc(10_000_001, '%PDF-')));
	await expect(field).toHaveAccessibleDescription(/too large.*10 MB/);

	// A connection that is lost: the same file once more, without choosing it again.
	await page.route('**/answer-files?*', (route) => route.abort('connectionreset'), { times: 1 });
	await field.setInputFiles(asFile('passport.pdf', passport));
	await asked.getByRole('button', { name: 'Try again' }).click();
	await expect(asked.getByText('passport.pdf', { exact: true })).toBeVisible();
	await expect(asked.getByText('Unsaved changes')).toBeVisible();
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByRole('status').first()).toContainText('All answered');
	await page.reload();
	const own = await saved(page, () => asked.getByRole('button', { name: 'Download passport.pdf' }).click());
	expect(own.name).toBe('passport.pdf');
	expect(own.bytes.equals(passport)).toBe(true);

	// The organiser downloads it with the guest, and all of them at once.
	await page.goto(`/events/${event.id}/guests`);
	await page.getByText('Grace Hopper').first().click();
	const fetched = await saved(page, () =>
		dialog.getByRole('button', { name: 'Download passport.pdf' }).click(),
	);
	expect(fetched.bytes.equals(passport)).toBe(true);
	await page.goto(`/events/${event.id}/tickets#questions`);
	const all = await saved(page, () =>
		section.getByRole('button', { name: 'Download all files of Your student card (ZIP)' }).click(),
	);
	expect(all.name).toMatch(/\.zip$/);
	expect(all.bytes.includes(passport)).toBe(true);

	// Replaced by keys alone, with the focus staying in the field, then removed. The browser hands its file chooser over only a while
	// after it was asked to, and not to this test when the key is pressed at once.
	page.on('filechooser', () => {});
	await page.goto(`/my-ticket/${manageToken}`);
	const replace = asked.getByLabel('Replace passport.pdf');
	await replace.focus();
	const picker = page.waitForEvent('filechooser');
	await page.keyboard.press('Enter');
	await (await picker).setFiles(asFile('student-card.pdf', pdf('card')));
	await expect(asked.getByLabel('Replace student-card.pdf')).toBeFocused();
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(page.getByText('Answers saved').first()).toBeVisible();
	await asked.getByRole('button', { name: 'Remove student-card.pdf' }).click();
	await expect(field).toBeFocused();
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByRole('status').first()).toContainText('Nothing required is left');
	await page.reload();
	await expect(field).toBeVisible();
	await expect(asked.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

/** A small PDF of one empty page; `title` tells two of them apart. */
const pdf = (title: string) =>
	Buffer.from(
		`%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n4 0 obj<</Title(${title})>>endobj\ntrailer<</Root 1 0 R/Info 4 0 R>>\n%%EOF\n`,
	);

/** The file that the browser saves when `press` is done. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
	const download = page.waitForEvent('download');
	await press();
	const file = await download;
	return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
