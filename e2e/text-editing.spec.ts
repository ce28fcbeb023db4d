import { axeFindings } from './support/axe.ts';
import { caretToEnd } from './support/caret.ts';
import { describeMarket } from './support/edit-page.ts';
import { expect, test } from './support/test.ts';

/** A description is written with formats, as Markdown, and pasted; the page shows it as the editor does. */
test('a description is written with formats and by keyboard, and shown on the page', async ({
	page,
	account,
}) => {
	const { id, section } = await describeMarket(page, account);
	// The editor takes the place of the text area, with the focus and the cursor.
	const text = section.locator('[contenteditable=true]');
	await section.getByRole('textbox', { name: 'Description' }).focus();
	await expect(text).toBeFocused();
	await expect(section.getByRole('textbox', { name: 'Description' })).toHaveText('Forty stalls.');

	await caretToEnd(page, text);
	await page.keyboard.press('Enter');
	await page.keyboard.type('## Food');
	await page.keyboard.press('Enter');
	await page.keyboard.type('- Soup');
	await page.keyboard.press('Enter');
	await page.keyboard.press('ControlOrMeta+b');
	await page.keyboard.type('Waffles');
	await page.keyboard.press('ControlOrMeta+b');
	await page.keyboard.type(' *all day*');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');

	// The toolbar is one stop of the Tab key.
	await section.getByRole('button', { name: 'Bold' }).focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await expect(section.getByRole('button', { name: 'Link' })).toBeFocused();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Address').fill('javascript:alert(1)');
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Please enter a valid URL.')).toBeVisible();
	await dialog.getByLabel('Address').fill('www.example.org/map');
	await page.keyboard.press('Enter');
	await expect(text.getByRole('link', { name: 'https://www.example.org/map' })).toBeVisible();

	// Pasted structure comes in through the list of what a description may have.
	await caretToEnd(page, text);
	await text.evaluate((element) => {
		const data = new DataTransfer();
		data.setData(
			'text/html',
			'<h3 style="color:red">Prices</h3><script>window.pasted = 1</script><img src="x" onerror="window.pasted = 1"><table><tr><th>Day</th><th>€</th></tr><tr><td>Sunday</td><td><span style="font-weight:700">free</span></td></tr></table>',
		);
		element.dispatchEvent(
			new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
		);
	});
	await expect(text.locator('td strong')).toHaveText('free');
	expect(await page.evaluate(() => (window as { pasted?: number }).pasted)).toBeUndefined();
	expect(await axeFindings(page)).toEqual([]);

	await section.getByRole('tab', { name: 'Markdown' }).click();
	const source = section.getByRole('textbox', { name: 'Description' });
	const written = await source.inputValue();
	expect(written).toContain('# Food\n\n- Soup\n- **Waffles** *all day*');
	expect(written).toContain('https://www.example.org/map');
	expect(written).toContain('| Sunday | **free** |');

	// What the editor would change is edited as Markdown.
	await source.fill('https\\://example.org is no link here.');
	await section.getByRole('tab', { name: 'Write' }).click();
	await expect(section.getByText(/the editor would change/)).toBeVisible();
	// What is there again may be what was saved last, and is not sent then.
	const plain = section.getByRole('textbox', { name: 'Description' });
	await plain.fill(written);
	// The editor takes the place of the text area once it is left.
	await plain.blur();
	await expect(text.locator('li strong')).toHaveText('Waffles');
	await expect(page.getByText(/^Saved \d/)).toBeVisible();

	expect(
		(
			await page.request.post(`/api/events/${id}/publish`, {
				headers: { authorization: `Bearer ${account.token}` },
			})
		).status(),
	).toBe(200);
	await page.goto(`/events/${id}`);
	await expect(page.getByRole('heading', { name: 'Food', level: 2 })).toBeVisible();
	await expect(page.getByRole('cell', { name: 'free' })).toBeVisible();
});
