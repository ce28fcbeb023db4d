import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Focuses a text editor and puts the caret behind its last letter. ProseMirror sets its own selection once more in the first moments after
 * it got the focus, which undoes a key of that moment: the caret is where it is when it stays there.
 */
export async function caretToEnd(page: Page, editor: Locator): Promise<void> {
	await expect(async () => {
		await editor.focus();
		await page.keyboard.press('ControlOrMeta+End');
		const after = await editor.evaluate(async (element) => {
			await new Promise((resolve) => setTimeout(resolve, 200));
			const { anchorNode, anchorOffset } = getSelection() as Selection;
			if (!anchorNode || !element.contains(anchorNode)) return 'elsewhere';
			const rest = document.createRange();
			rest.setStart(anchorNode, anchorOffset);
			rest.setEnd(element, element.childNodes.length);
			return rest.toString().trim();
		});
		expect(after).toBe('');
	}).toPass();
}
