import { issueDocument } from '#server/domain/documents/issue.ts';
import { drawDocument } from '#server/domain/documents/render/draw.ts';
import { newId } from '#shared/lib/ids.ts';
import { isRefusal, type PricedType, quote } from '#shared/rules/pricing/quote.ts';
import { insertOrganisation } from '#tests/factories/tickets.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Stage } from './support/stage.ts';

/** Parts of a paid order on their own: its price, the number of its invoice, the invoice as a PDF. */
export const bench: Bench = {
	run: (options) => onStage((stage) => measure(stage, options)),
};

/** Documents that are issued beside each other. */
const issuers = 64;

async function measure(stage: Stage, options: BenchOptions): Promise<BenchRow[]> {
	const organisationId = await insertOrganisation(stage.database);
	const issue = () =>
		stage.database.transaction((tx) => issueDocument(tx, new Date(), sample(organisationId)));
	const document = await issue();
	const ms = options.seconds * 1_000;
	const figures = await inRounds(options, {
		quote: async () => 1_000_000 / (await perCore(ms, quoteOnce())),
		draw: () => perCore(ms, () => drawDocument(document)),
		issue: () => perSecond(ms, issuers, issue),
	});
	const { rows } = await stage.database.pool.query<{ gaps: number }>(
		`SELECT (max(number) - count(DISTINCT number) + count(*) - count(DISTINCT number))::int AS gaps FROM documents`,
	);
	return [
		{
			what: 'One quote of 20 lines, processor time',
			subject: figure(figures.quote, 'µs'),
			bars: { on: 'subject', must: 'atMost', reach: 100, excellent: 40 },
		},
		{
			what: 'Invoices drawn as PDF, one core',
			subject: figure(figures.draw, '/s'),
			bars: { on: 'subject', must: 'atLeast', reach: 40, excellent: 100 },
			ifUnmet: 'a document takes 20 to 30 ms of processor time; the bar is absolute, and the machine counts.',
		},
		{
			what: `Gaps and doubles in numbers, ${issuers} issuers beside each other`,
			subject: { value: rows[0]?.gaps ?? Number.NaN, unit: '' },
			bars: { on: 'subject', must: 'atMost', reach: 0, excellent: 0 },
		},
		{ what: `Invoices issued in one series, ${issuers} issuers`, subject: figure(figures.issue, '/s') },
	];
}

/** A cart of twenty types with tax and a fee that the buyer bears. */
function quoteOnce(): () => void {
	const types = Array.from(
		{ length: 20 },
		(_, n): PricedType => ({
			id: newId(),
			kind: 'paid',
			priceMinor: 1_000 + n * 37,
			taxBasisPoints: n % 2 === 0 ? 1_900 : 700,
		}),
	);
	const cart = types.map(({ id }, n) => ({ ticketTypeId: id, quantity: 1 + (n % 4) }));
	const fee = { basisPoints: 250, fixedMinor: 50 };
	const terms = { currency: 'EUR', pricesIncludeTax: true, fee, feeBearer: 'buyer' as const };
	return () => {
		const answer = quote(types, cart, terms);
		if (isRefusal(answer)) throw new Error(answer.rule);
	};
}

/** Calls in a second of processor time, one after the other: neighbours on the machine take none of it. */
async function perCore(ms: number, work: () => unknown): Promise<number> {
	const startMs = performance.now();
	const before = process.cpuUsage();
	let calls = 0;
	for (; performance.now() - startMs < ms; calls += 1) await work();
	const { user, system } = process.cpuUsage(before);
	return calls / ((user + system) / 1_000_000);
}

async function perSecond(ms: number, atOnce: number, work: () => Promise<unknown>): Promise<number> {
	const startMs = performance.now();
	let calls = 0;
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (; performance.now() - startMs < ms; calls += 1) await work();
		}),
	);
	return calls / ((performance.now() - startMs) / 1_000);
}

const sample = (organisationId: string): Parameters<typeof issueDocument>[2] => ({
	organisationId,
	kind: 'invoice',
	eventId: null,
	subjectId: newId(),
	language: 'en',
	currency: 'EUR',
	content: {
		seller: { name: 'Harbour Hall', address: 'Pier 1\n10115 Berlin', countryCode: 'DE', taxNumber: 'DE1' },
		lines: [
			{
				text: 'Balcony',
				quantity: 2,
				unitMinor: 2_400,
				netMinor: 4_034,
				taxMinor: 766,
				grossMinor: 4_800,
				taxBasisPoints: 1_900,
			},
		],
		subject: {
			title: 'Night of Jazz',
			startsAt: '2027-03-14T19:30:00Z',
			timeZone: 'Europe/Berlin',
			place: 'Harbour Hall, Berlin',
			reference: 'K7QX2',
		},
		payments: [{ method: 'card', amountMinor: 4_800, paidAt: '2027-01-02T10:00:00Z' }],
		note: '',
		corrects: null,
		isTest: false,
	},
	recipient: { name: '', company: 'Acme', address: 'Road 2\nLeeds', countryCode: 'GB', vatNumber: 'GB2' },
});
