import { expect } from '@playwright/test';
import { queuedScan } from '#tests/support/door-guests.ts';
import { serveHarness } from './support/harness.ts';
import { test } from './support/test.ts';

test('a newer version of the store keeps what is queued, in order, and has the list fetched anew', async ({
	page,
	context,
}) => {
	const harness = await serveHarness('door-store');
	try {
		const scans = ['scan-b', 'scan-a', 'scan-c'].map((nonce) => queuedScan(nonce, { guestName: 'Ada' }));
		await page.goto(harness.url);
		await page.evaluate(async (queued) => {
			const store = await window.openDoorStore('one');
			await store.write({ meta: { pages: 1 } });
			await store.enqueue(queued);
		}, scans);
		// Another tab has the newer build, while this one still has the store open.
		const newer = await context.newPage();
		await newer.goto(harness.url);
		const upgraded = await newer.evaluate(
			async ([more]) => {
				const store = await window.openDoorStore('one', 2);
				const queued = await store.queued();
				const found = { isLasting: store.isLasting, queued, meta: await store.read('meta') };
				await store.write({ meta: { pages: 2 } });
				await store.enqueue([more!]);
				await store.dequeue(['scan-b']);
				store.close();
				return found;
			},
			[queuedScan('scan-d')],
		);
		expect(upgraded).toEqual({ isLasting: true, queued: scans, meta: null });
		const again = await newer.evaluate(async () => {
			const store = await window.openDoorStore('one', 2);
			return [await store.read('meta'), (await store.queued()).map(({ nonce }) => nonce)];
		});
		expect(again).toEqual([{ pages: 2 }, ['scan-a', 'scan-c', 'scan-d']]);
	} finally {
		await harness.close();
	}
});
