import type { Page } from '@playwright/test';

/** What pages of a tab tell by `sendBeacon`, whose bodies a browser does not show with their requests. */
export async function watchBeacons(page: Page): Promise<unknown[]> {
	const told: unknown[] = [];
	await page.exposeFunction('toldByBeacon', (body: string) => void told.push(JSON.parse(body)));
	await page.addInitScript(() => {
		const send = navigator.sendBeacon.bind(navigator);
		navigator.sendBeacon = (path, body) => {
			void (body as Blob)
				.text()
				.then((window as unknown as { toldByBeacon: (body: string) => void }).toldByBeacon);
			return send(path, body);
		};
	});
	return told;
}
