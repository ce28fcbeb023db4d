import { msg } from '#server/platform/messages.ts';
import { withoutLinks } from '../kit/escape.ts';
import { testModeNote } from '../kit/payment-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GiftSummaryProps {
	organiser: string;
	year: number;
	/** Oldest first. */
	gifts: { givenAt: Date; event: string; amountMinor: number; currency: string; receipt: string | null }[];
	isTest: boolean;
}

/** More rows make a mail that mailboxes cut. */
const mostRows = 60;

/** To a donor, in January: what they gave in the year before. */
export const giftSummary: MailTemplate<GiftSummaryProps> = {
	name: 'orders/gift-summary',
	sample: {
		organiser: 'Analytical Society',
		year: 2026,
		gifts: [
			{
				givenAt: new Date('2026-03-12T12:00:00Z'),
				event: 'Evening of Small Machines',
				amountMinor: 2_000,
				currency: 'EUR',
				receipt: 'DON-000042',
			},
			{
				givenAt: new Date('2026-04-12T12:00:00Z'),
				event: 'Evening of Small Machines',
				amountMinor: 2_000,
				currency: 'EUR',
				receipt: null,
			},
		],
		isTest: false,
	},
	render({ organiser, year, gifts, isTest }, mail) {
		const { t, formats } = mail;
		const totals = [...Map.groupBy(gifts, ({ currency }) => currency)].map(([currency, given]) =>
			formats.money(
				given.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
				currency,
			),
		);
		const total = formats.list(totals);
		const values = { organiser, year: String(year), total, count: gifts.length };
		const text = t(
			msg({
				message:
					'{count, plural, one {In {year} you gave once to {organiser}: {total}. Thank you.} other {In {year} you gave # times to {organiser}, {total} in all. Thank you.}}',
			}),
			values,
		);
		return {
			subject: t(msg({ message: 'Your donations in {year}: {organiser}' }), values),
			preheader: text,
			heading: t(msg({ message: 'Your donations in {year}' }), values),
			fromName: organiser,
			blocks: [
				{ kind: 'text', text },
				{
					kind: 'facts',
					rows: gifts.slice(-mostRows).map(({ givenAt, event, amountMinor, currency, receipt }) => ({
						label: formats.shortDate(givenAt, 'UTC'),
						lines: [
							[formats.money(amountMinor, currency), receipt]
								.filter((part) => part !== null)
								.map(withoutLinks)
								.join(' · '),
							withoutLinks(event),
						],
					})),
				},
				...(gifts.length > mostRows
					? [
							{
								kind: 'note' as const,
								text: t(msg({ message: 'Only the last {count} donations are listed.' }), { count: mostRows }),
							},
						]
					: []),
				{
					kind: 'note',
					text: t(
						msg({
							message:
								'This list is no receipt. The receipts are the numbered documents that you got with your donations.',
						}),
					),
				},
				...testModeNote(isTest, mail),
			],
			smallPrint: [t(msg({ message: 'You get this email because you gave to {organiser}.' }), values)],
		};
	},
};
