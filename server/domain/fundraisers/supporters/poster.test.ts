import sharp from 'sharp';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser, makeSupporterPage } from '#tests/factories/fundraisers.ts';
import { readPdf, streamsOf } from '#tests/support/pdf.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner();

const byOwner = (token: string) => api.app.request(`http://foyer.test/api/fundraiser-pages/${token}/poster`);
const byOrganiser = (event: { id: string }, page: { id: string }, token = owner.token) =>
	api.app.request(`http://foyer.test/api/events/${event.id}/fundraiser/pages/${page.id}/poster`, {
		headers: { Authorization: `Bearer ${token}` },
	});
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

/** The QR code on a poster, read from its squares: rows of modules, true where dark. */
function codeIn(file: Uint8Array): boolean[][] {
	const squares = streamsOf(file)
		.flatMap((text) => [...text.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ re$/gm)])
		.map((square) => square.slice(1).map(Number)) as [number, number, number][];
	const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
	const places = squares.map(([x, y, size]) => [Math.round((x - left) / size), Math.round((y - top) / size)]);
	const size = Math.max(...places.flat()) + 1;
	const isDark = new Set(places.map(([column, row]) => `${column},${row}`));
	return Array.from({ length: size }, (_, row) =>
		Array.from({ length: size }, (_, column) => isDark.has(`${column},${row}`)),
	);
}

describe('the poster of a supporter’s page as PDF', () => {
	test('is one A4 page with the texts of the page, its picture and its public link', async () => {
		const event = await makeFundraiser(services, api, owner, { supporters: 'open' });
		const page = await makeSupporterPage(api, event, { name: 'Ada Ångström', story: 'I row for the roof.' });
		const without = await bytesOf(await byOwner(page.pageToken));
		const picture = await sharp({ create: { width: 64, height: 200, channels: 3, background: '#cc3311' } })
			.png()
			.toBuffer();
		const body = new FormData();
		body.append('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));
		expect((await api.call('POST', `/api/fundraiser-pages/${page.pageToken}/picture`, body)).status).toBe(
			200,
		);

		const answer = await byOwner(page.pageToken);
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
		expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="poster-${page.slug}.pdf"`);
		const file = await bytesOf(answer);
		const { text, pages } = await readPdf(file);
		expect(pages).toEqual([[595.28, 841.89]]);
		for (const shown of ['Ada Ångström', 'Help raise €500.00', 'I row for the roof.', 'Scan to donate'])
			expect(text).toContain(shown);
		expect(text.replaceAll(/\s/g, '')).toContain(`?for=${page.slug}`);
		expect(text).not.toContain(page.pageToken);
		expect(codeIn(file)).toEqual(
			encode(`https://foyer.test/register/${page.event.slug}?for=${page.slug}`, { ecc: 'M', border: 0 }).data,
		);
		const hasPicture = (bytes: Uint8Array) => Buffer.from(bytes).includes('/DCTDecode');
		expect([hasPicture(without), hasPicture(file)]).toEqual([false, true]);
	});

	test('stays one page whatever is typed', async () => {
		const event = await makeFundraiser(services, api, owner, { supporters: 'open' });
		for (const [name, story] of [
			['W'.repeat(80), 'word '.repeat(390)],
			['長'.repeat(80), '物'.repeat(2_000)],
			['אב '.repeat(26), '\n'.repeat(50) + 'x'.repeat(1_900)],
		] as const) {
			const page = await makeSupporterPage(api, event, { name, story });
			const answer = await byOwner(page.pageToken);
			expect(answer.status).toBe(200);
			expect((await readPdf(await bytesOf(answer))).pages).toHaveLength(1);
		}
	});

	test('is the organiser’s too, nobody else’s, and gone with the page', async () => {
		const event = await makeFundraiser(services, api, owner, { supporters: 'reviewed' });
		const page = await makeSupporterPage(api, event);
		expect((await byOrganiser(event, page)).status).toBe(200);
		const stranger = await makeUser(services);
		expect((await byOrganiser(event, page, stranger.token)).status).toBe(404);
		const other = await makeFundraiser(services, api, owner, { supporters: 'open' });
		expect((await byOrganiser(other, page)).status).toBe(404);
		expect((await byOwner('no-such-page')).status).toBe(404);
		await api.call('DELETE', `/api/fundraiser-pages/${page.pageToken}`, undefined);
		expect((await byOrganiser(event, page)).status).toBe(404);
		expect((await byOwner(page.pageToken)).status).toBe(404);
	});
});
