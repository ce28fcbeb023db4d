import { msg } from '#server/platform/messages.ts';
import type { Block, Fact } from './content.ts';
import type { MailContext } from './render-mail.ts';

/** What an order costs, as mails tell it; null where nothing is paid. */
export interface MailAmounts {
	currency: string;
	totalMinor: number;
	taxes: { basisPoints: number; taxMinor: number }[];
	/** The code that lowered the prices; null: none. */
	discount: { code: string; savedMinor: number } | null;
	/** The built-in gateway: no real money moves. */
	isTest: boolean;
}

export const sampleAmounts: MailAmounts = {
	currency: 'EUR',
	totalMinor: 4_800,
	taxes: [{ basisPoints: 1_900, taxMinor: 766 }],
	discount: { code: 'EARLY', savedMinor: 1_200 },
	isTest: true,
};

/** The total with its taxes, as a row of facts. */
export function amountFacts(
	{ currency, totalMinor, taxes, discount }: MailAmounts,
	{ t, formats }: MailContext,
): Fact[] {
	return [
		{
			label: t(msg({ message: 'Total' })),
			lines: [
				formats.money(totalMinor, currency),
				...taxes.map(({ basisPoints, taxMinor }) =>
					t(msg({ message: 'incl. {tax} tax ({rate})' }), {
						tax: formats.money(taxMinor, currency),
						rate: `${formats.number(basisPoints / 100)} %`,
					}),
				),
				...(discount && discount.savedMinor > 0
					? [
							t(msg({ message: '{saved} saved with code {code}' }), {
								saved: formats.money(discount.savedMinor, currency),
								code: discount.code,
							}),
						]
					: []),
			],
		},
	];
}

/** Says that no real money moves; nothing in live mode. */
export const testModeNote = (isTest: boolean, { t }: MailContext): Block[] =>
	isTest ? [{ kind: 'note', text: t(msg({ message: 'Test mode: no real money is moved.' })) }] : [];
