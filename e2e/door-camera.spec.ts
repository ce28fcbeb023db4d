import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTicketCode } from '../shared/rules/ticket-code.ts';
import { makeDoor, stretchVerdicts } from './support/door.ts';
import { blankFrame, hold, launchWithVideo, qrFrame, writeY4m } from './support/fake-camera.ts';
import { expect, test } from './support/test.ts';

const SMALL = { width: 320, height: 240 };
const FPS = 10;
const NAMES = Array.from({ length: 20 }, (_, n) => `Guest ${String(n + 1).padStart(2, '0')}`);

interface Shown {
	kind: string;
	text: string;
}

/** Put into the page: the verdicts in the order in which they were shown. */
function watchVerdicts() {
	const shown: Shown[] = [];
	Object.assign(window, { shown });
	new MutationObserver(() => {
		const panel = document.querySelector<HTMLElement>('[data-verdict]');
		const text = panel?.innerText ?? '';
		if (panel && shown.at(-1)?.text !== text) shown.push({ kind: panel.dataset.verdict!, text });
	}).observe(document, { subtree: true, childList: true, characterData: true });
}

test('twenty guests in a row without a tap; wrong event, cancelled, unknown and used twice are told apart', async ({
	account,
	request,
	faults,
}) => {
	test.slow();
	// Refused tickets are answers of the server.
	faults.allow(/status of 4\d\d/);
	const door = await makeDoor(request, account, [...NAMES, 'Max Cancelled']);
	const other = await makeDoor(request, account, ['Otto Elsewhere'], 'Another Evening');
	const cancelled = door.guests.find(({ name }) => name === 'Max Cancelled')!;
	await door.call('post', `/api/events/${door.eventId}/attendees/${cancelled.id}/cancel`, { notify: false });
	const codes = [
		...door.guests.filter(({ name }) => NAMES.includes(name)).map(({ ticketCode }) => ticketCode),
		other.guests[0]!.ticketCode,
		cancelled.ticketCode,
		encodeTicketCode(new Uint8Array(16).fill(99)),
	];
	const blank = hold(blankFrame(120, SMALL), 0.1, FPS);
	const frames = codes.flatMap((code) => [
		...hold(qrFrame(code, { ...SMALL, symbolPx: 150 }), 0.3, FPS),
		...blank,
	]);
	const folder = await mkdtemp(join(tmpdir(), 'foyer-door-'));
	const video = join(folder, 'queue.y4m');
	await writeY4m(video, frames, FPS);
	const browser = await launchWithVideo(video);
	faults.watch(browser);
	try {
		const context = await browser.newContext({
			baseURL: process.env.E2E_URL ?? '',
			viewport: { width: 390, height: 844 },
		});
		const page = await context.newPage();
		await stretchVerdicts(page, 0.1);
		await page.addInitScript(watchVerdicts);
		await page.goto(door.path);
		await page.getByRole('button', { name: 'Start Scanning' }).click();
		const shown = () => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);
		// A server that is slow to answer is not waited for: the device then decides by its own list, and says so.
		const isRefusedOffline = ({ kind, text }: Shown) => kind === 'error' && text.includes('Checked offline');
		const ofKind = async (kind: string) =>
			new Set(
				(await shown()).filter((one) => one.kind === kind && !isRefusedOffline(one)).map(({ text }) => text),
			).size;
		await expect.poll(() => ofKind('success'), { timeout: 80_000 }).toBe(20);
		await expect.poll(() => ofKind('error'), { timeout: 40_000 }).toBe(3);
		await expect.poll(() => ofKind('duplicate'), { timeout: 40_000 }).toBeGreaterThan(0);
		const all = await shown();
		const texts = all.map(({ text }) => text).join('\n');
		for (const name of NAMES) expect(texts).toContain(name);
		expect(texts).toContain('This ticket is for another event: ');
		expect(texts).toContain('was cancelled.');
		expect(texts).toContain('This code isn’t a ticket for this event.');
		expect(texts).toContain('Already checked in');
		// Nothing of the other event's guest is told.
		expect(texts).not.toContain('Otto');
		await expect(page.locator('dl').first()).toContainText('20');
	} finally {
		await browser.close();
		await rm(folder, { recursive: true, force: true });
	}
});
